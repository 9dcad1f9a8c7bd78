import { type RefObject, useEffect, useRef } from 'react';
import classes from './data-table.module.css';
import type { ListQuery } from './data-table-types.ts';

type NextPageProps = { query: ListQuery; root: RefObject<HTMLElement | null> };

/** Asks for the next page shortly before the end is in sight. */
export function NextPage({ query, root }: NextPageProps) {
  const sentinel = useRef<HTMLDivElement>(null);
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
  const waits = Boolean(hasNextPage) && !isFetchingNextPage && !isFetchNextPageError;

  useEffect(() => {
    if (!waits || !sentinel.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) fetchNextPage?.();
      },
      { root: root.current, rootMargin: '600px' },
    );
    observer.observe(sentinel.current);
    return () => observer.disconnect();
  }, [waits, fetchNextPage, root]);

  if (!hasNextPage) return null;
  if (isFetchNextPageError) {
    return (
      <div className={classes.more}>
        The rest could not be loaded.
        <button type="button" className={classes.retry} onClick={() => fetchNextPage?.()}>
          Retry
        </button>
      </div>
    );
  }
  return (
    <div ref={sentinel} className={classes.more}>
      {isFetchingNextPage ? 'Loading more…' : ''}
    </div>
  );
}
