import { Button, Group, NativeSelect } from '@mantine/core';
import { IconFiles, IconPlus, IconSearchOff } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { sampleCollection } from '#console/modules/collection/sample-collection.ts';
import { paths } from '#console/modules/paths.ts';
import { EditButton } from '#console/modules/people/edit-button.tsx';
import { usePermission } from '#console/modules/permission/use-permission.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { useShortcut } from '#console/modules/shortcuts/use-shortcut.ts';
import { attempt } from '#console/ui/feedback/attempt.ts';
import { EmptyState } from '#console/ui/feedback/empty-state.tsx';
import { SearchInput } from '#console/ui/form/search-input.tsx';
import { Toolbar } from '#console/ui/list/toolbar.tsx';
import { useQueryParam } from '#console/ui/navigation/use-query-param.ts';
import { Page } from '#console/ui/page/page.tsx';
import { DataTable } from '#console/ui/table/data-table.tsx';
import { CollectionDialog } from './dialogs/collection-dialog.tsx';
import classes from './list/collection.module.css';
import { COLLECTION_COLUMNS } from './list/collection-columns.tsx';
import { ImportButton } from './list/import-button.tsx';
import { TagSelect } from './list/tag-select.tsx';
import { SORTS, useCollectionList } from './list/use-collection-list.ts';
import { useCollectionMenu } from './use-collection-menu.tsx';

/** `/projects/:projectId/collections` */
export function CollectionListPage() {
  const { orgId, projectId } = useActiveProject();
  const scope = { level: 'project', orgId, projectId } as const;
  const edit = usePermission(scope, 'edit');
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const list = useCollectionList();
  const menu = useCollectionMenu();
  const [creating, setCreating] = useState(false);
  const create = () => edit.allowed && setCreating(true);
  useShortcut('C', 'Create collection', create);
  // A link can open the dialog. Its parameter is then removed, so that Back doesn't open it again.
  const [wanted, setWanted] = useQueryParam('new');
  useEffect(() => {
    if (wanted === null) return;
    setWanted(null);
    setCreating(true);
  }, [wanted, setWanted]);

  const addSample = () =>
    attempt(async () => {
      const { id } = await sampleCollection(queryClient, { orgId, projectId });
      navigate(paths.collection(projectId, id));
    });

  const createButtons = (
    <Group gap="xs" justify="center">
      <ImportButton />
      <EditButton leftSection={<IconPlus />} onClick={create}>
        Create collection
      </EditButton>
    </Group>
  );
  const bare =
    !list.query.isPending && !list.query.error && !list.isFiltered && list.collections.length === 0;
  const tags = tagsOf(list.collections, list.tag);

  return (
    <Page title="Collections" actions={!bare && createButtons} fill>
      {!bare && (
        <Toolbar>
          <SearchInput
            value={list.search}
            onChange={list.setSearch}
            label="Search collections"
            placeholder="Search collections"
          />
          <TagSelect tags={tags} value={list.tag} onChange={list.setTag} />
          <NativeSelect
            className={classes.push}
            aria-label="Sort by"
            data={[...SORTS]}
            value={list.sort}
            onChange={(event) => list.setSort(event.currentTarget.value)}
          />
        </Toolbar>
      )}
      <DataTable
        label="Collections"
        columns={COLLECTION_COLUMNS}
        rows={list.collections}
        query={list.query}
        href={(collection) => paths.collection(projectId, collection.id)}
        menu={menu.items}
        sort={{ value: list.sort, onChange: list.setSort }}
        empty={
          list.isFiltered ? (
            <EmptyState
              icon={<IconSearchOff />}
              title={
                list.search
                  ? `No collections match “${list.search}”`
                  : 'No collections with this tag'
              }
              action={
                <Button variant="default" onClick={list.clear}>
                  Show all collections
                </Button>
              }
            />
          ) : (
            <EmptyState
              icon={<IconFiles />}
              title="No collections yet"
              action={createButtons}
              link={
                <EditButton variant="subtle" onClick={addSample}>
                  Create sample collection
                </EditButton>
              }
            >
              A collection is a set of documents that your tasks can search and cite. The sample has
              seven short ones of an invented company.
            </EmptyState>
          )
        }
      />
      {menu.dialog}
      {creating && edit.allowed && (
        <CollectionDialog
          onClosed={() => setCreating(false)}
          onCreated={({ id }) => navigate(paths.collection(projectId, id))}
        />
      )}
    </Page>
  );
}

/** The tags of the collections shown, and the tag of the current filter. */
function tagsOf(collections: readonly { tags: readonly string[] }[], selected: string | null) {
  const all = new Set(collections.flatMap(({ tags }) => tags));
  if (selected !== null) all.add(selected);
  return [...all].sort((a, b) => a.localeCompare(b));
}
