import { UnstyledButton } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { ListQuery } from '../table/data-table-types.ts';
import classes from './next-page.module.css';
import { scrollParent } from './scroll-parent.ts';

/** How far before the end is in sight: about half a second of fast scrolling. */
const ahead = '2400px';

type NextPageProps = {
  query: ListQuery;
  /** What is said while more can come, instead of that more is loaded. */
  label?: string | undefined;
  /** Nothing is there yet, however much was looked at: the next page is wanted at once. */
  isEmpty?: boolean;
};

/** Asks for the next page well before the end is in sight. */
export function NextPage({ query, label, isEmpty = false }: NextPageProps) {
  const sentinel = useRef<HTMLDivElement>(null);
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
  const isOn = isFetchingNextPage || isFetchNextPageError || query.isPlaceholderData;
  const waits = Boolean(hasNextPage) && !isOn;

  useEffect(() => {
    if (!waits || !sentinel.current) return;
    if (isEmpty) {
      fetchNextPage?.();
      return;
    }
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) fetchNextPage?.();
      },
      { root: scrollParent(sentinel.current), rootMargin: ahead },
    );
    observer.observe(sentinel.current);
    return () => observer.disconnect();
  }, [waits, isEmpty, fetchNextPage]);

  if (!hasNextPage) return null;
  if (isFetchNextPageError) {
    return (
      <div className={classes.more}>
        The rest could not be loaded.
        <UnstyledButton className={classes.retry} onClick={() => fetchNextPage?.()}>
          Retry
        </UnstyledButton>
      </div>
    );
  }
  return (
    <div ref={sentinel} className={classes.more}>
      {label ?? (isFetchingNextPage ? 'Loading more…' : '')}
    </div>
  );
}
