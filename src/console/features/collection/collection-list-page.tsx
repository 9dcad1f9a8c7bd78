import { FileButton, Group, NativeSelect } from '@mantine/core';
import { IconFiles, IconPlus, IconUpload } from '@tabler/icons-react';
import { keepPreviousData, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { mutate } from '#console/api/query/calls.ts';
import { flatten, paged } from '#console/api/query/paging.ts';
import { usePollDelay } from '#console/api/query/poll.ts';
import { sampleCollection } from '#console/modules/collection/sample-collection.ts';
import { sortsOf, useListParams } from '#console/modules/filter/use-list-params.ts';
import { paths } from '#console/modules/paths.ts';
import { EditButton } from '#console/modules/people/edit-button.tsx';
import { usePermission } from '#console/modules/permission/use-permission.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { useShortcut } from '#console/modules/shortcuts/use-shortcut.ts';
import { sendArchive } from '#console/modules/upload/send-file.ts';
import { attempt } from '#console/ui/feedback/attempt.ts';
import { EmptyState } from '#console/ui/feedback/empty-state.tsx';
import { NoMatches } from '#console/ui/feedback/no-matches.tsx';
import { toast } from '#console/ui/feedback/toast.ts';
import { SearchInput } from '#console/ui/form/search-input.tsx';
import { Toolbar } from '#console/ui/list/toolbar.tsx';
import { useQueryParam } from '#console/ui/navigation/use-query-param.ts';
import { Page } from '#console/ui/page/page.tsx';
import { DataTable } from '#console/ui/table/data-table.tsx';
import {
  importCollection,
  useListCollectionsInfinite,
} from '#generated/api/collection/collection.ts';
import type { CollectionSort } from '#generated/model/index.ts';
import { CollectionDialog } from './dialogs/collection-dialog.tsx';
import classes from './list/collection.module.css';
import { COLLECTION_COLUMNS } from './list/collection-columns.tsx';
import { TagSelect } from './list/tag-select.tsx';
import { isUnsettled } from './use-collection.ts';
import { useCollectionMenu } from './use-collection-menu.tsx';

/** The sort orders of the list. */
const SORTS = [
  { value: '-updated_at', label: 'Recently changed' },
  { value: 'updated_at', label: 'Least recently updated' },
  { value: '-created_at', label: 'Newest' },
  { value: 'created_at', label: 'Oldest' },
  { value: 'name', label: 'Name, A to Z' },
  { value: '-name', label: 'Name, Z to A' },
] as const satisfies readonly { value: CollectionSort; label: string }[];

/** The project's collections, filtered and sorted by the URL's parameters. */
function useCollectionList() {
  const { at } = useActiveProject();
  const list = useListParams(sortsOf(SORTS), { tag: null });
  const tag = list.filter('tag');
  const delay = usePollDelay();
  const params = { ...list.params, ...(tag && { tag }) };
  const query = useListCollectionsInfinite(...at, params, {
    query: {
      ...paged,
      placeholderData: keepPreviousData,
      refetchInterval: ({ state: { data } }) =>
        delay(flatten(data).some(isUnsettled), data?.pages.length),
    },
  });
  const collections = useMemo(() => flatten(query.data), [query.data]);
  return { ...list, query, collections, tag };
}

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
          <SearchInput value={list.search} onChange={list.setSearch} label="Search collections" />
          <TagSelect tags={tags} value={list.tag} onChange={(tag) => list.setFilter('tag', tag)} />
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
            <NoMatches
              noun="collections"
              search={list.search}
              filtered="No collections with this tag"
              onClear={list.clear}
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

/** Imports the archive of an exported collection, from this project or any other, and opens the new collection. */
function ImportButton() {
  const { orgId, projectId } = useActiveProject();
  const navigate = useNavigate();
  /** The part of the archive that has arrived, from 0 to 1; null while nothing is being imported. */
  const [share, setShare] = useState<number | null>(null);
  const leaving = useRef(new AbortController());
  useEffect(() => {
    const controller = new AbortController();
    leaving.current = controller;
    return () => controller.abort();
  }, []);

  const start = async (file: File | null) => {
    if (!file) return;
    const { signal } = leaving.current;
    setShare(0);
    await attempt(
      async () => {
        const upload = await sendArchive(
          file,
          { orgId, projectId },
          {
            signal,
            onSent: (bytes) => setShare(bytes / file.size),
            onOffline: (isOffline) => isOffline && toast.info('Waiting for the connection'),
          },
        );
        const headers = { 'Idempotency-Key': crypto.randomUUID() };
        const body = { upload_id: upload.id };
        const { id, name } = await mutate(importCollection, orgId, projectId, body, headers, {
          signal,
        });
        toast.success(`${name} imported`);
        navigate(paths.collection(projectId, id));
      },
      { handle: () => signal.aborted },
    );
    setShare(null);
  };

  return (
    <FileButton accept=".zip,application/zip" onChange={(file) => void start(file)}>
      {({ onClick }) => (
        <EditButton
          variant="default"
          leftSection={<IconUpload />}
          disabled={share !== null}
          onClick={onClick}
        >
          {share === null ? 'Import' : `Importing… ${Math.round(share * 100)}%`}
        </EditButton>
      )}
    </FileButton>
  );
}
