import { Button } from '@mantine/core';
import {
  IconApps,
  IconHistory,
  IconKey,
  IconLock,
  IconPencil,
  IconPlus,
  IconTrash,
  IconUsers,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { flatten, paged } from '#console/api/query/paging.ts';
import { paths } from '#console/modules/paths.ts';
import { EditButton } from '#console/modules/people/edit-button.tsx';
import { usePermission } from '#console/modules/permission/use-permission.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { useShortcut } from '#console/modules/shortcuts/use-shortcut.ts';
import { EmptyState } from '#console/ui/feedback/empty-state.tsx';
import { Page } from '#console/ui/page/page.tsx';
import { DataTable } from '#console/ui/table/data-table.tsx';
import { useListOAuthClientsInfinite } from '#generated/api/oauth/oauth.ts';
import type { OAuthClient } from '#generated/model/index.ts';
import { ClientPeople } from './client-people.tsx';
import { oauthClientColumns } from './oauth-client-columns.tsx';
import { EditOAuthClient, NewOAuthClient, RotateClientSecret } from './oauth-client-dialogs.tsx';
import { useDeleteApp } from './use-oauth-client-actions.ts';

const DIALOGS = { edit: EditOAuthClient, rotate: RotateClientSecret, people: ClientPeople };

type Dialog = { kind: keyof typeof DIALOGS; client: OAuthClient };

/** `/projects/:projectId/settings/oauth-clients`: the apps of others that use the project by OAuth. */
export function OAuthClientListPage() {
  const { orgId, projectId } = useActiveProject();
  const scope = { level: 'project', orgId, projectId } as const;
  const edit = usePermission(scope, 'edit');
  const clients = useListOAuthClientsInfinite(orgId, projectId, undefined, {
    query: { ...paged, enabled: edit.allowed },
  });
  const navigate = useNavigate();
  const remove = useDeleteApp();
  const [creating, setCreating] = useState(false);
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const create = () => edit.allowed && setCreating(true);
  useShortcut('C', 'Create OAuth client', create);

  const newClient = (
    <EditButton leftSection={<IconPlus />} onClick={create}>
      Create OAuth client
    </EditButton>
  );
  const Shown = dialog && DIALOGS[dialog.kind];

  return (
    <Page title="OAuth clients" area="Settings" actions={newClient} fill>
      {edit.allowed ? (
        <DataTable
          label="OAuth clients"
          columns={oauthClientColumns}
          rows={flatten(clients.data)}
          query={clients}
          menu={(client) => [
            {
              label: 'Edit',
              icon: <IconPencil />,
              onClick: () => setDialog({ kind: 'edit', client }),
            },
            {
              label: 'View calls',
              icon: <IconHistory />,
              onClick: () => navigate(paths.runsOf(projectId, client.id)),
            },
            {
              label: 'People who allowed it',
              icon: <IconUsers />,
              onClick: () => setDialog({ kind: 'people', client }),
            },
            {
              label: 'Rotate secret',
              icon: <IconKey />,
              disabled: client.type === 'public' ? 'Public clients have no secret' : undefined,
              onClick: () => setDialog({ kind: 'rotate', client }),
            },
            {
              label: 'Delete',
              icon: <IconTrash />,
              danger: true,
              onClick: () => remove(client),
            },
          ]}
          empty={
            <EmptyState
              icon={<IconApps />}
              title="No OAuth clients yet"
              action={
                <Button variant="default" onClick={create}>
                  Create OAuth client
                </Button>
              }
            >
              Apps by others use OAuth to call this project&apos;s tasks on behalf of people.
            </EmptyState>
          }
        />
      ) : (
        <EmptyState icon={<IconLock />} title="You can't view OAuth clients">
          {edit.reason}
        </EmptyState>
      )}
      {creating && <NewOAuthClient onClosed={() => setCreating(false)} />}
      {Shown && <Shown client={dialog.client} onClosed={() => setDialog(null)} />}
    </Page>
  );
}
