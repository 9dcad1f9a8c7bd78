import { NativeSelect } from '@mantine/core';
import { IconLayoutGrid, IconList } from '@tabler/icons-react';
import { SearchInput } from '#console/ui/form/search-input.tsx';
import { Segmented } from '#console/ui/form/segmented.tsx';
import { Toolbar } from '#console/ui/list/toolbar.tsx';
import type { TaskSort, TaskTag } from '#generated/model/index.ts';
import classes from './list.module.css';
import type { useTaskList } from './use-task-list.ts';

export type ListView = 'table' | 'cards';

const orders: { value: TaskSort; label: string }[] = [
  { value: '-updated_at', label: 'Recently updated' },
  { value: '-created_at', label: 'Newest' },
  { value: 'created_at', label: 'Oldest' },
  { value: 'updated_at', label: 'Least recently updated' },
  { value: 'name', label: 'Name, A to Z' },
  { value: '-name', label: 'Name, Z to A' },
];

const views = [
  { value: 'table', label: 'Table', icon: <IconList /> },
  { value: 'cards', label: 'Cards', icon: <IconLayoutGrid /> },
] as const;

interface ListToolbarProps {
  list: ReturnType<typeof useTaskList>;
  tags: readonly TaskTag[];
  view: ListView;
  onView: (view: ListView) => void;
}

/** Search, filters, sort order and the table/cards switch. */
export function ListToolbar({ list, tags, view, onView }: ListToolbarProps) {
  const { tag } = list;
  // A tag from the URL stays selectable even if no task has it.
  const known = tags.some((one) => one.tag === tag) || tag === null;
  return (
    <Toolbar>
      <SearchInput
        value={list.search}
        onChange={list.setSearch}
        label="Search tasks"
        placeholder="Search tasks"
      />
      {(tags.length > 0 || tag !== null) && (
        <NativeSelect
          aria-label="Tag"
          data={[
            { value: '', label: 'All tags' },
            ...tags.map((one) => ({ value: one.tag, label: `${one.tag} (${one.tasks})` })),
            ...(known ? [] : [{ value: tag ?? '', label: tag ?? '' }]),
          ]}
          value={tag ?? ''}
          onChange={(event) => list.setTag(event.currentTarget.value || null)}
        />
      )}
      <NativeSelect
        aria-label="Status"
        data={[
          { value: '', label: 'Current' },
          { value: 'archived', label: 'Archived' },
        ]}
        value={list.archived ? 'archived' : ''}
        onChange={(event) => list.setArchived(event.currentTarget.value !== '')}
      />
      <div className={classes.push}>
        <NativeSelect
          className={classes.sort}
          aria-label="Sort by"
          data={orders}
          value={list.sort}
          onChange={(event) => list.setSort(event.currentTarget.value)}
        />
        <Segmented label="View" items={views} value={view} onChange={onView} />
      </div>
    </Toolbar>
  );
}
