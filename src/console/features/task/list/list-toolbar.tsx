import { NativeSelect, SegmentedControl, VisuallyHidden } from '@mantine/core';
import { IconLayoutGrid, IconList } from '@tabler/icons-react';
import { SearchInput } from '#console/ui/search-input.tsx';
import type { TaskSort } from '#generated/model/index.ts';
import classes from './list.module.css';

export type ListView = 'table' | 'cards';

const orders: { value: TaskSort; label: string }[] = [
  { value: '-updated_at', label: 'Recently changed' },
  { value: '-created_at', label: 'Newest' },
  { value: 'created_at', label: 'Oldest' },
  { value: 'updated_at', label: 'Longest unchanged' },
  { value: 'name', label: 'Name, A to Z' },
  { value: '-name', label: 'Name, Z to A' },
];

const views = [
  {
    value: 'table',
    label: (
      <>
        <IconList size={16} stroke={1.5} aria-hidden />
        <VisuallyHidden>Table</VisuallyHidden>
      </>
    ),
  },
  {
    value: 'cards',
    label: (
      <>
        <IconLayoutGrid size={16} stroke={1.5} aria-hidden />
        <VisuallyHidden>Cards</VisuallyHidden>
      </>
    ),
  },
];

interface ListToolbarProps {
  search: string;
  onSearch: (search: string) => void;
  sort: string;
  onSort: (sort: string) => void;
  view: ListView;
  onView: (view: ListView) => void;
}

/** Search, order, and table or cards. */
export function ListToolbar({ search, onSearch, sort, onSort, view, onView }: ListToolbarProps) {
  return (
    <div className={classes.toolbar}>
      <SearchInput
        value={search}
        onChange={onSearch}
        label="Search tasks"
        placeholder="Search tasks"
      />
      <div className={classes.push}>
        <NativeSelect
          className={classes.sort}
          aria-label="Order"
          data={orders}
          value={sort}
          onChange={(event) => onSort(event.currentTarget.value)}
        />
        <SegmentedControl
          className={classes.views}
          aria-label="Show as"
          data={views}
          value={view}
          onChange={(value) => onView(value as ListView)}
        />
      </div>
    </div>
  );
}
