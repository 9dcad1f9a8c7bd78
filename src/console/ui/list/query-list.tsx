import type { ReactNode } from 'react';
import { ErrorState } from '../feedback/error-state.tsx';
import type { ListQuery } from '../table/data-table-types.ts';
import { LongList } from './long-list.tsx';
import type { LongListProps } from './long-list-props.ts';
import { NextPage } from './next-page.tsx';

interface QueryListProps<T> extends Omit<LongListProps<T>, 'hasMore'> {
  query: ListQuery;
  skeleton: ReactNode;
  /** Shown when there are no items. */
  empty: ReactNode;
}

/** A list from the server, of items of any height, which loads more on scroll. */
export function QueryList<T>({ query, skeleton, empty, ...list }: QueryListProps<T>) {
  const isEmpty = list.items.length === 0;
  if (query.error && isEmpty)
    return <ErrorState error={query.error} onRetry={() => query.refetch()} />;
  if (query.isPending) return skeleton;
  if (isEmpty) return empty;
  return (
    <>
      <LongList {...list} hasMore={query.hasNextPage ?? false} />
      <NextPage query={query} />
    </>
  );
}
