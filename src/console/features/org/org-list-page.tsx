import { Anchor, Button, Group, Stack, Text, Title } from '@mantine/core';
import { flatten, paged } from '#console/api/query/paging.ts';
import { paths } from '#console/modules/paths.ts';
import { roleLabel } from '#console/modules/people/permission-words.ts';
import { ErrorState } from '#console/ui/feedback/error-state.tsx';
import { FormSkeleton } from '#console/ui/feedback/skeletons.tsx';
import { toast } from '#console/ui/feedback/toast.ts';
import { Link } from '#console/ui/navigation/link.tsx';
import { Page } from '#console/ui/page/page.tsx';
import {
  useEraseOrg,
  useListDeletedOrgsInfinite,
  useRestoreOrg,
} from '#generated/api/deletion/deletion.ts';
import { useListOrgsInfinite } from '#generated/api/org/org.ts';
import { DeletedList } from './deleted-list.tsx';
import classes from './org-list.module.css';

/** `/settings/organisations`: the organisations of the person, and those that can be restored. */
export function OrgListPage() {
  const fresh = { query: { ...paged, staleTime: 0 } };
  const orgs = useListOrgsInfinite(undefined, fresh);
  const rows = flatten(orgs.data);
  return (
    <Page
      title="Organisations"
      area="Settings"
      width="form"
      actions={
        <Button component={Link} to={paths.newOrg()}>
          Create organisation
        </Button>
      }
    >
      <Stack gap={40}>
        {orgs.isPending && <FormSkeleton fields={2} />}
        {orgs.error && !orgs.data && (
          <ErrorState error={orgs.error} onRetry={() => void orgs.refetch()} />
        )}
        {rows.length > 0 && (
          <Stack gap="md">
            <ul className={classes.list} aria-label="Organisations">
              {rows.map(({ id, name, role }) => (
                <li key={id} className={classes.item}>
                  <Text fw={500} className={`tl-truncate ${classes.grow}`}>
                    {role === null ? (
                      name
                    ) : (
                      <Anchor component={Link} to={paths.orgSettings(id)}>
                        {name}
                      </Anchor>
                    )}
                  </Text>
                  <Text size="sm" c="dimmed">
                    {roleLabel(role)}
                  </Text>
                </li>
              ))}
            </ul>
            {orgs.hasNextPage && (
              <Group>
                <Button
                  variant="default"
                  loading={orgs.isFetchingNextPage}
                  onClick={() => void orgs.fetchNextPage()}
                >
                  Show more
                </Button>
              </Group>
            )}
          </Stack>
        )}
        <DeletedOrgs />
      </Stack>
    </Page>
  );
}

function DeletedOrgs() {
  const deleted = useListDeletedOrgsInfinite(undefined, { query: { ...paged, staleTime: 0 } });
  const restore = useRestoreOrg();
  const erase = useEraseOrg();
  const rows = flatten(deleted.data);
  if (deleted.error && !deleted.data)
    return <ErrorState error={deleted.error} onRetry={() => void deleted.refetch()} />;
  if (rows.length === 0) return null;
  return (
    <Stack gap="md">
      <Title order={2} size="h4">
        Deleted organisations
      </Title>
      <Text c="dimmed">
        Organisations are erased 30 days after their deletion. Until then, they can be restored with
        everything in them.
      </Text>
      <DeletedList
        what="organisation"
        items={rows}
        contents="Its projects with everything in them, its members and its remaining credit"
        onRestore={async ({ id, name }) => {
          await restore.mutateAsync({ deletedOrgId: id });
          toast.success(`${name} restored`);
        }}
        onErase={async ({ id, name }) => {
          await erase.mutateAsync({ deletedOrgId: id });
          toast.success(`${name} erased`);
        }}
      />
      {deleted.hasNextPage && (
        <Group>
          <Button
            variant="default"
            loading={deleted.isFetchingNextPage}
            onClick={() => void deleted.fetchNextPage()}
          >
            Show more
          </Button>
        </Group>
      )}
    </Stack>
  );
}
