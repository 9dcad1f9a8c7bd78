import { Button, Stack, Text, Title } from '@mantine/core';
import { useSearchParams } from 'react-router-dom';
import { messageOf } from '#console/api/error-message.ts';
import { paths } from '#console/modules/paths.ts';
import { LogoMark } from '#console/ui/display/logo.tsx';
import { LinkButton } from '#console/ui/navigation/link.tsx';
import { useDocumentTitle } from '#console/ui/page/document-title.ts';
import { useUnsubscribeFromEmails } from '#generated/api/notification/notification.ts';
import classes from './unsubscribe.module.css';

/** `/unsubscribe?token=…`: where the link in an email leads. It asks first, because programs follow links too. */
export function UnsubscribePage() {
  const [query] = useSearchParams();
  const token = query.get('token') ?? '';
  const unsubscribe = useUnsubscribeFromEmails({ mutation: { meta: { silent: true } } });
  const title = unsubscribe.isSuccess ? 'You are unsubscribed' : 'Unsubscribe';
  useDocumentTitle(title);
  return (
    <main className={classes.page}>
      <Stack gap="md" className={classes.card}>
        <LogoMark size={28} />
        <Title order={1} size="h2">
          {title}
        </Title>
        {unsubscribe.isSuccess ? (
          <Text>You no longer get these emails. Everything still appears in the app.</Text>
        ) : (
          <Text>Stop receiving emails like the one that led you here?</Text>
        )}
        {unsubscribe.error && (
          <Text c="red" role="alert">
            {messageOf(unsubscribe.error)}
          </Text>
        )}
        {!unsubscribe.isSuccess && (
          <Button
            loading={unsubscribe.isPending}
            disabled={token === ''}
            onClick={() => unsubscribe.mutate({ data: { token } })}
          >
            Unsubscribe
          </Button>
        )}
        <LinkButton variant="default" to={paths.notificationSettings()}>
          Notification settings
        </LinkButton>
      </Stack>
    </main>
  );
}
