import { Stack } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useNavigate, useParams } from 'react-router-dom';
import { mutate } from '#console/api/query/calls.ts';
import { paged } from '#console/api/query/paging.ts';
import { paths } from '#console/modules/paths.ts';
import { EmptyState } from '#console/ui/feedback/empty-state.tsx';
import { toast } from '#console/ui/feedback/toast.ts';
import { ShortList } from '#console/ui/list/short-list.tsx';
import { Page } from '#console/ui/page/page.tsx';
import {
  eraseProject,
  restoreProject,
  useListDeletedProjectsInfinite,
} from '#generated/api/deletion/deletion.ts';
import { DeletedList } from './deleted-list.tsx';

/** `/orgs/:orgId/settings/deleted-projects`: projects that can be restored for 30 days after their deletion. */
export function DeletedProjectsPage() {
  const { orgId = '' } = useParams();
  const navigate = useNavigate();
  // Others delete and restore, too.
  const fresh = { query: { ...paged, staleTime: 0 } };
  const deleted = useListDeletedProjectsInfinite(orgId, undefined, fresh);
  return (
    <Page title="Deleted projects" area="Settings" width="form">
      <Stack gap="md">
        <ShortList
          query={deleted}
          empty={
            <EmptyState icon={<IconTrash />} title="No deleted projects">
              Projects that you delete can be restored here for 30 days.
            </EmptyState>
          }
        >
          {(rows) => (
            <DeletedList
              what="project"
              items={rows}
              contents="Its tasks, documents, chats, runs and API keys"
              onRestore={async ({ id }) => {
                const project = await mutate(restoreProject, orgId, id);
                toast.success(`${project.name} restored`, {
                  action: { label: 'Open', onClick: () => navigate(paths.tasks(project.id)) },
                });
              }}
              onErase={async ({ id, name }) => {
                await mutate(eraseProject, orgId, id);
                toast.success(`${name} erased`);
              }}
            />
          )}
        </ShortList>
      </Stack>
    </Page>
  );
}
