import { Button, Stack, Text } from '@mantine/core';
import { IconApps } from '@tabler/icons-react';
import { mutate } from '#console/api/query/calls.ts';
import { paged } from '#console/api/query/paging.ts';
import { RelativeTime } from '#console/ui/display/time.tsx';
import { EmptyState } from '#console/ui/feedback/empty-state.tsx';
import { ShortList } from '#console/ui/list/short-list.tsx';
import { useConfirm } from '#console/ui/modal/use-confirm.ts';
import { Page } from '#console/ui/page/page.tsx';
import { OAUTH_SCOPES } from '#core/access/oauth-scopes.ts';
import { revokeUserGrant, useListUserGrantsInfinite } from '#generated/api/oauth/oauth.ts';
import type { UserGrant } from '#generated/model/index.ts';
import { AppLogo } from './app-logo.tsx';
import classes from './consent.module.css';

/** `/settings/connected-apps`: the apps that the person allowed something, and how to disconnect them. */
export function ConnectedAppsPage() {
  const grants = useListUserGrantsInfinite(undefined, { query: paged });
  const disconnect = useDisconnect();
  return (
    <Page title="Connected apps" area="Settings" width="form">
      <Stack gap="md">
        <ShortList
          query={grants}
          empty={
            <EmptyState icon={<IconApps />} title="No connected apps">
              Apps that you allow to use Taskloom on your behalf appear here.
            </EmptyState>
          }
        >
          {(rows) => (
            <>
              <Text c="dimmed">
                These apps use Taskloom on your behalf. Disconnect those that you no longer use.
              </Text>
              <ul className={classes.apps}>
                {rows.map((grant) => (
                  <ConnectedApp
                    key={grant.id}
                    grant={grant}
                    onDisconnect={() => disconnect(grant)}
                  />
                ))}
              </ul>
            </>
          )}
        </ShortList>
      </Stack>
    </Page>
  );
}

function ConnectedApp({ grant, onDisconnect }: { grant: UserGrant; onDisconnect: () => void }) {
  const { app, project, scopes, resources, created_at, last_used_at } = grant;
  const on = resources ? resources.map(({ name }) => name).join(', ') : project.name;
  return (
    <li className={classes.app}>
      <AppLogo app={app} />
      <div className={classes.grow}>
        <Text fw={500}>{app.name}</Text>
        <Text size="sm" c="dimmed">
          By {app.publisher} · {[project.org_name, project.name].filter(Boolean).join(' / ')}
        </Text>
        <Text size="sm" mt={4}>
          {scopes.map((scope) => OAUTH_SCOPES[scope].label).join(', ')}: {on || 'nothing any more'}
        </Text>
        <Text size="sm" c="dimmed">
          Allowed <RelativeTime value={created_at} /> · last used{' '}
          <RelativeTime value={last_used_at} fallback="never" />
        </Text>
      </div>
      <Button variant="default" onClick={onDisconnect} aria-label={`Disconnect ${app.name}`}>
        Disconnect
      </Button>
    </li>
  );
}

/** Asks for confirmation, naming the app, and ends its access. */
function useDisconnect(): (grant: UserGrant) => Promise<void> {
  const confirm = useConfirm();
  return async ({ id, app }) => {
    await confirm({
      title: `Disconnect ${app.name}?`,
      body: 'It loses access immediately, also to calls in progress. To connect it again, sign in from the app.',
      confirmLabel: 'Disconnect',
      danger: true,
      action: () => mutate(revokeUserGrant, id),
      success: `${app.name} disconnected`,
    });
  };
}
