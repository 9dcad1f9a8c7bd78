import { Anchor, Button, Stack, Text, Title } from '@mantine/core';
import { mutate } from '#console/api/query/calls.ts';
import { flatten, paged } from '#console/api/query/paging.ts';
import { paths } from '#console/modules/paths.ts';
import { roleLabel } from '#console/modules/people/permission-words.ts';
import { toast } from '#console/ui/feedback/toast.ts';
import { ShortList } from '#console/ui/list/short-list.tsx';
import { Link } from '#console/ui/navigation/link.tsx';
import { Page } from '#console/ui/page/page.tsx';
import {
  eraseOrg,
  restoreOrg,
  useListDeletedOrgsInfinite,
} from '#generated/api/deletion/deletion.ts';
import { useListOrgsInfinite } from '#generated/api/org/org.ts';
import { DeletedList } from './deleted-list.tsx';
import classes from './org-list.module.css';

/** `/settings/organisations`: the organisations of the person, and those that can be restored. */
export function OrgListPage() {
  const fresh = { query: { ...paged, staleTime: 0 } };
  const orgs = useListOrgsInfinite(undefined, fresh);
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
        <Stack gap="md">
          <ShortList query={orgs} empty={null}>
            {(rows) => (
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
            )}
          </ShortList>
        </Stack>
        <DeletedOrgs />
      </Stack>
    </Page>
  );
}

function DeletedOrgs() {
  const deleted = useListDeletedOrgsInfinite(undefined, { query: { ...paged, staleTime: 0 } });
  if (!deleted.error && flatten(deleted.data).length === 0) return null;
  return (
    <Stack gap="md">
      <Title order={2} size="h4">
        Deleted organisations
      </Title>
      <ShortList query={deleted} empty={null}>
        {(rows) => (
          <DeletedList
            what="organisation"
            items={rows}
            contents="Its projects with everything in them, its members and its remaining credit"
            onRestore={async ({ id, name }) => {
              await mutate(restoreOrg, id);
              toast.success(`${name} restored`);
            }}
            onErase={async ({ id, name }) => {
              await mutate(eraseOrg, id);
              toast.success(`${name} erased`);
            }}
          />
        )}
      </ShortList>
    </Stack>
  );
}
