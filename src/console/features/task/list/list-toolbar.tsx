import { NativeSelect } from '@mantine/core';
import { IconLayoutGrid, IconList } from '@tabler/icons-react';
import { SearchInput } from '#console/ui/search-input.tsx';
import { Segmented } from '#console/ui/segmented.tsx';
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

const icon = { size: 16, stroke: 1.5 } as const;
const views = [
  { value: 'table', label: 'Table', icon: <IconList {...icon} /> },
  { value: 'cards', label: 'Cards', icon: <IconLayoutGrid {...icon} /> },
] as const;

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
        <Segmented label="Show as" items={views} value={view} onChange={onView} />
      </div>
    </div>
  );
}
