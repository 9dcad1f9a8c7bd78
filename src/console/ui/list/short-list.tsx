import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { flatten } from '#console/api/query/paging.ts';
import { ErrorState } from '../feedback/error-state.tsx';
import { FormSkeleton } from '../feedback/skeletons.tsx';
import type { ListQuery } from '../table/data-table-types.ts';

interface ShortListProps<T> {
  query: ListQuery & { data: Parameters<typeof flatten<T>>[0] };
  /** Shown if there is nothing. */
  empty: ReactNode;
  children: (rows: T[]) => ReactNode;
}

/** A list that is rarely longer than a page of it. Long ones are tables, which load more on scroll. */
export function ShortList<T>({ query, empty, children }: ShortListProps<T>) {
  if (!query.data)
    return query.error ? (
      <ErrorState error={query.error} onRetry={() => void query.refetch()} />
    ) : (
      <FormSkeleton fields={2} />
    );
  const rows = flatten(query.data);
  return (
    <>
      {rows.length === 0 ? empty : children(rows)}
      {query.hasNextPage && (
        <div>
          <Button
            variant="default"
            loading={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage?.()}
          >
            Show more
          </Button>
        </div>
      )}
    </>
  );
}
