import { Text } from '@mantine/core';
import {
  IconApps,
  IconHistory,
  IconKey,
  IconPencil,
  IconTrash,
  IconUsers,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { flatten, paged } from '#console/api/query/paging.ts';
import { ProjectListPage } from '#console/modules/list/project-list-page.tsx';
import { paths } from '#console/modules/paths.ts';
import { useEditPermission } from '#console/modules/people/edit-button.tsx';
import { accessText } from '#console/modules/resource-scope/access-text.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { StatusBadge } from '#console/ui/display/status-badge.tsx';
import { RelativeTime } from '#console/ui/display/time.tsx';
import { Modal } from '#console/ui/modal/modal.tsx';
import { textColumn, timeColumn } from '#console/ui/table/columns.tsx';
import { type Column, DataTable } from '#console/ui/table/data-table.tsx';
import { OAUTH_SCOPES } from '#core/access/oauth-scopes.ts';
import {
  useListOAuthClientGrantsInfinite,
  useListOAuthClientsInfinite,
} from '#generated/api/oauth/oauth.ts';
import type { OAuthClient, OAuthClientGrant } from '#generated/model/index.ts';
import { EditOAuthClient, NewOAuthClient, RotateClientSecret } from './oauth-client-dialogs.tsx';
import { useDeleteApp } from './use-delete-app.ts';

const DIALOGS = { edit: EditOAuthClient, rotate: RotateClientSecret, people: ClientPeople };

type Dialog = { kind: keyof typeof DIALOGS; client: OAuthClient };

/** `/projects/:projectId/settings/oauth-clients`: the apps of others that use the project by OAuth. */
export function OAuthClientListPage() {
  const { orgId, projectId } = useActiveProject();
  const edit = useEditPermission();
  const clients = useListOAuthClientsInfinite(orgId, projectId, undefined, {
    query: { ...paged, enabled: edit.allowed },
  });
  const navigate = useNavigate();
  const remove = useDeleteApp();
  const [dialog, setDialog] = useState<Dialog | null>(null);

  const Shown = dialog && DIALOGS[dialog.kind];

  return (
    <ProjectListPage
      title="OAuth clients"
      isSecret
      noun="OAuth client"
      icon={<IconApps />}
      about="Apps by others use OAuth to call this project's tasks on behalf of people."
      query={clients}
      columns={clientColumns}
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
      CreateDialog={NewOAuthClient}
    >
      {Shown && <Shown client={dialog.client} onClosed={() => setDialog(null)} />}
    </ProjectListPage>
  );
}

/** The columns of the OAuth client list. */
const clientColumns: readonly Column<OAuthClient>[] = [
  {
    header: 'Name',
    width: 'minmax(0, 2fr)',
    cell: ({ name, old_secret_until }) => (
      <>
        <span className="tl-truncate">{name}</span>
        {old_secret_until && (
          <StatusBadge tone="warning">
            Old secret until <RelativeTime value={old_secret_until} />
          </StatusBadge>
        )}
      </>
    ),
  },
  textColumn('Publisher', (client) => client.publisher, {
    width: 'minmax(0, 1.2fr)',
    hideBelow: 'md',
  }),
  {
    header: 'Type',
    width: '96px',
    hideBelow: 'md',
    cell: ({ type }) => (type === 'public' ? 'Public' : 'Confidential'),
  },
  {
    header: 'Scopes',
    width: 'minmax(0, 2fr)',
    hideBelow: 'lg',
    cell: ({ scopes }) => (
      <span className="tl-truncate">
        {scopes.map((scope) => OAUTH_SCOPES[scope].label).join(', ')}
      </span>
    ),
  },
  textColumn('Access', ({ resources }) => accessText(resources), {
    width: 'minmax(0, 1.2fr)',
    hideBelow: 'sm',
  }),
  {
    header: 'Secret',
    width: '96px',
    hideBelow: 'lg',
    cell: ({ secret_prefix }) => (
      <span className="tl-mono">{secret_prefix ? `${secret_prefix}…` : '–'}</span>
    ),
  },
  timeColumn('Last used', ({ last_used_at }) => last_used_at, { width: '88px' }),
];

/** The people who allowed an app to act on their behalf. */
function ClientPeople({ client, onClosed }: { client: OAuthClient; onClosed: () => void }) {
  const { at } = useActiveProject();
  const grants = useListOAuthClientGrantsInfinite(...at, client.id, undefined, {
    query: paged,
  });
  return (
    <Modal onClosed={onClosed} title={`People who allowed ${client.name}`} size="lg">
      <DataTable
        label="People"
        columns={grantColumns}
        rows={flatten(grants.data)}
        query={grants}
        empty={<Text c="dimmed">Nobody has allowed this app yet.</Text>}
      />
    </Modal>
  );
}

const grantColumns: readonly Column<OAuthClientGrant>[] = [
  textColumn('Name', ({ user }) => user.name),
  {
    header: 'Access',
    hideBelow: 'sm',
    cell: ({ resources }) => (resources ? accessText(resources) : 'Everything'),
  },
  timeColumn('Allowed', ({ created_at }) => created_at, { width: '112px' }),
  timeColumn('Last used', ({ last_used_at }) => last_used_at, { width: '112px', hideBelow: 'sm' }),
];
