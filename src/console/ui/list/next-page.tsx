import { UnstyledButton } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { MESSAGES } from '#core/messages.ts';
import type { ListQuery } from '../table/data-table-types.ts';
import classes from './next-page.module.css';
import { scrollParent } from './scroll-parent.ts';

/** How far ahead of the end to load: about half a second of fast scrolling. */
const ahead = '2400px';

type NextPageProps = {
  query: ListQuery;
  /** Shown while more can be loaded, instead of the loading message. */
  label?: string | undefined;
  /** Nothing was found yet, so the next page is requested immediately. */
  isEmpty?: boolean;
};

/** Requests the next page well before the end comes into view. */
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
      <div className={classes.more} role="alert">
        {MESSAGES.document.nextPage}
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
