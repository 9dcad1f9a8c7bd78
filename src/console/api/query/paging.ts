import type { InfiniteData } from '@tanstack/react-query';
import type { Pagination } from '#generated/model/index.ts';

type Page<T> = { results: T[]; pagination: Pagination };

/**
 * Options of every infinite query: the first page is requested without a cursor. Spread into the `query`
 * options of a generated `use…Infinite` hook.
 */
export const paged = {
  initialPageParam: undefined,
  getNextPageParam: (last: Page<unknown>) =>
    last.pagination.has_next ? (last.pagination.next_cursor ?? undefined) : undefined,
};

/** Joins the `results` of all loaded pages, as specified. */
export function flatten<T>(data: InfiniteData<Page<T>, unknown> | undefined): T[] {
  return data?.pages.flatMap((page) => page.results) ?? [];
}
