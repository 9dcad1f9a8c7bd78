import { useEffect, useRef } from 'react';
import classes from './data-table.module.css';
import type { ListQuery } from './data-table-types.ts';
import { scrollParent } from './scroll-parent.ts';

/** How far before the end is in sight: about half a second of fast scrolling. */
const ahead = '2400px';

/** Asks for the next page well before the end is in sight. */
export function NextPage({ query }: { query: ListQuery }) {
  const sentinel = useRef<HTMLDivElement>(null);
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
  const waits = Boolean(hasNextPage) && !isFetchingNextPage && !isFetchNextPageError;

  useEffect(() => {
    if (!waits || !sentinel.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) fetchNextPage?.();
      },
      { root: scrollParent(sentinel.current), rootMargin: ahead },
    );
    observer.observe(sentinel.current);
    return () => observer.disconnect();
  }, [waits, fetchNextPage]);

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
