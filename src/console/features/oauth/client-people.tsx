import { Text } from '@mantine/core';
import { flatten, paged } from '#console/api/query/paging.ts';
import { accessText } from '#console/modules/resource-scope/access-text.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { Modal } from '#console/ui/modal/modal.tsx';
import { textColumn, timeColumn } from '#console/ui/table/columns.tsx';
import { type Column, DataTable } from '#console/ui/table/data-table.tsx';
import { useListOAuthClientGrantsInfinite } from '#generated/api/oauth/oauth.ts';
import type { OAuthClient, OAuthClientGrant } from '#generated/model/index.ts';

const columns: readonly Column<OAuthClientGrant>[] = [
  textColumn('Name', ({ user }) => user.name),
  {
    header: 'Access',
    hideBelow: 'sm',
    cell: ({ resources }) => (resources ? accessText(resources) : 'Everything'),
  },
  timeColumn('Allowed', ({ created_at }) => created_at, { width: '112px' }),
  timeColumn('Last used', ({ last_used_at }) => last_used_at, { width: '112px', hideBelow: 'sm' }),
];

type ClientPeopleProps = { client: OAuthClient; onClosed: () => void };

/** The people who allowed an app to act on their behalf. */
export function ClientPeople({ client, onClosed }: ClientPeopleProps) {
  const { orgId, projectId } = useActiveProject();
  const grants = useListOAuthClientGrantsInfinite(orgId, projectId, client.id, undefined, {
    query: paged,
  });
  return (
    <Modal onClosed={onClosed} title={`People who allowed ${client.name}`} size="lg">
      <DataTable
        label="People"
        columns={columns}
        rows={flatten(grants.data)}
        query={grants}
        empty={<Text c="dimmed">Nobody has allowed this app yet.</Text>}
      />
    </Modal>
  );
}
