import { Button, Text } from '@mantine/core';
import { useSearchParams } from 'react-router-dom';
import { messageOf } from '#console/api/error-message.ts';
import { paths } from '#console/modules/paths.ts';
import { LonePage } from '#console/modules/user/lone-page.tsx';
import { LinkButton } from '#console/ui/navigation/link.tsx';
import { useUnsubscribeFromEmails } from '#generated/api/notification/notification.ts';

/** `/unsubscribe?token=…`: where the link in an email leads. It asks first, because programs follow links too. */
export function UnsubscribePage() {
  const [query] = useSearchParams();
  const token = query.get('token') ?? '';
  const unsubscribe = useUnsubscribeFromEmails({ mutation: { meta: { silent: true } } });
  const title = unsubscribe.isSuccess ? 'You are unsubscribed' : 'Unsubscribe';
  return (
    <LonePage title={title}>
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
    </LonePage>
  );
}
