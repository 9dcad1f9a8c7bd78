import type { ReactNode } from 'react';

/** Of the menus of rows and pages, in px; here, as their code comes when the first one is opened. */
export const ROW_MENU_WIDTH = 244;

export type Column<T> = {
  key: string;
  header: string;
  cell: (row: T) => ReactNode;
  /** A grid track: `minmax(0, 2fr)` (default 1fr), `96px`. */
  width?: string;
  align?: 'left' | 'right';
  /** What the API calls this order; the column can then be sorted by. */
  sort?: string;
  /** Not shown on screens narrower than this. */
  hideBelow?: 'sm' | 'md' | 'lg';
};

export type RowAction = {
  label: string;
  icon?: ReactNode;
  onClick: () => void;
  danger?: boolean;
  /** Why it cannot be done now; absent or null when it can. */
  disabled?: string | null;
};

/** What the table needs to know of a query; both infinite and plain queries fit. */
export type ListQuery = {
  isPending: boolean;
  error: unknown;
  refetch: () => unknown;
  hasNextPage?: boolean;
  isFetchingNextPage?: boolean;
  isFetchNextPageError?: boolean;
  /** What is shown is of another query, until this one answers. */
  isPlaceholderData?: boolean;
  fetchNextPage?: () => unknown;
};

/** `name` upwards, `-name` downwards. */
export type Sort = { value: string | null; onChange: (value: string) => void };

/** The order that a click on a column's header asks for: the other direction, or upwards at first. */
export function nextSort(current: string | null, column: string): string {
  return current === column ? `-${column}` : column;
}
