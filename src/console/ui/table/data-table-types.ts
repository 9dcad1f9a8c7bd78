import type { ReactNode } from 'react';

export type Column<T> = {
  header: string;
  cell: (row: T) => ReactNode;
  /** A grid track: `minmax(0, 2fr)` (default 1fr), `96px`. */
  width?: string;
  align?: 'left' | 'right';
  /** The API's name for this order; makes the column sortable. */
  sort?: string;
  /** Hidden while the table is narrower than it is on a screen of this width. */
  hideBelow?: 'sm' | 'md' | 'lg';
};

/** What the table needs from a query; infinite and plain queries both provide it. */
export type ListQuery = {
  isPending: boolean;
  error: unknown;
  refetch: () => unknown;
  hasNextPage?: boolean;
  isFetchingNextPage?: boolean;
  isFetchNextPageError?: boolean;
  /** The rows belong to the previous query, until this one has loaded. */
  isPlaceholderData?: boolean;
  fetchNextPage?: () => unknown;
};

/** The rows that are selected, by key. */
export type Selection = {
  keys: ReadonlySet<string>;
  onChange: (keys: ReadonlySet<string>) => void;
};

/** `name` for ascending, `-name` for descending. */
export type Sort = { value: string | null; onChange: (value: string) => void };

/** The order after a click on a column's header: reversed, or ascending at first. */
export function nextSort(current: string | null, column: string): string {
  return current === column ? `-${column}` : column;
}
