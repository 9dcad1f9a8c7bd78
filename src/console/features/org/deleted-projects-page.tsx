import { Button, Stack, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useNavigate, useParams } from 'react-router-dom';
import { flatten, paged } from '#console/api/query/paging.ts';
import { paths } from '#console/modules/paths.ts';
import { EmptyState } from '#console/ui/feedback/empty-state.tsx';
import { ErrorState } from '#console/ui/feedback/error-state.tsx';
import { FormSkeleton } from '#console/ui/feedback/skeletons.tsx';
import { toast } from '#console/ui/feedback/toast.ts';
import { Page } from '#console/ui/page/page.tsx';
import {
  useEraseProject,
  useListDeletedProjectsInfinite,
  useRestoreProject,
} from '#generated/api/deletion/deletion.ts';
import { DeletedList } from './deleted-list.tsx';

/** `/orgs/:orgId/settings/deleted-projects`: projects that can be restored for 30 days after their deletion. */
export function DeletedProjectsPage() {
  const { orgId = '' } = useParams();
  const navigate = useNavigate();
  // Others delete and restore, too.
  const fresh = { query: { ...paged, staleTime: 0 } };
  const deleted = useListDeletedProjectsInfinite(orgId, undefined, fresh);
  const restore = useRestoreProject();
  const erase = useEraseProject();
  const rows = flatten(deleted.data);
  return (
    <Page title="Deleted projects" area="Settings" width="form">
      {deleted.isPending && <FormSkeleton fields={2} />}
      {deleted.error && !deleted.data && (
        <ErrorState error={deleted.error} onRetry={() => void deleted.refetch()} />
      )}
      {deleted.data && rows.length === 0 && (
        <EmptyState icon={<IconTrash />} title="No deleted projects">
          Projects that you delete can be restored here for 30 days.
        </EmptyState>
      )}
      {rows.length > 0 && (
        <Stack gap="md">
          <Text c="dimmed">
            Projects are erased 30 days after their deletion. Until then, they can be restored with
            everything in them.
          </Text>
          <DeletedList
            what="project"
            items={rows}
            contents="Its tasks, documents, chats, runs and API keys"
            onRestore={async ({ id }) => {
              const project = await restore.mutateAsync({ orgId, deletedProjectId: id });
              toast.success(`${project.name} restored`, {
                action: { label: 'Open', onClick: () => navigate(paths.tasks(project.id)) },
              });
            }}
            onErase={async ({ id, name }) => {
              await erase.mutateAsync({ orgId, deletedProjectId: id });
              toast.success(`${name} erased`);
            }}
          />
          {deleted.hasNextPage && (
            <Button
              variant="default"
              loading={deleted.isFetchingNextPage}
              onClick={() => void deleted.fetchNextPage()}
            >
              Show more
            </Button>
          )}
        </Stack>
      )}
    </Page>
  );
}
