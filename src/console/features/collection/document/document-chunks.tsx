import { Button } from '@mantine/core';
import type { RefObject } from 'react';
import { useEffect } from 'react';
import { EmptyState } from '#console/ui/feedback/empty-state.tsx';
import { ErrorState } from '#console/ui/feedback/error-state.tsx';
import { TextSkeleton } from '#console/ui/feedback/skeletons.tsx';
import { LongList } from '#console/ui/list/long-list.tsx';
import { NextPage } from '#console/ui/list/next-page.tsx';
import type { ListQuery } from '#console/ui/table/data-table-types.ts';
import { MESSAGES } from '#core/messages.ts';
import type { Chunk } from '#generated/model/index.ts';
import { ChunkFacts } from './chunk-facts.tsx';
import classes from './document.module.css';

interface DocumentChunksProps {
  chunks: readonly Chunk[];
  query: ListQuery & { isLoading: boolean; hasNextPage: boolean; fetchNextPage: () => unknown };
  /** Whether the document has been indexed. */
  isReady: boolean;
  pane: RefObject<HTMLDivElement | null>;
  activeId: string | null;
  hoveredIds: ReadonlySet<string>;
  onHover: (chunk: Chunk | null) => void;
  onSelect: (chunk: Chunk) => void;
  /** Loads the chunks from the first one; absent if they already start there. */
  onFromStart?: (() => void) | undefined;
}

/** The chunks of a document. Selecting one shows it in the text. */
export function DocumentChunks(props: DocumentChunksProps) {
  const { chunks, query, isReady, pane, activeId, hoveredIds, onHover, onSelect, onFromStart } =
    props;
  const at = chunks.findIndex(({ id }) => id === activeId);

  useEffect(() => {
    if (!activeId) return;
    pane.current
      ?.querySelector(`[data-chunk="${CSS.escape(activeId)}"]`)
      ?.scrollIntoView({ block: 'nearest' });
  }, [activeId, pane]);

  if (query.isLoading) return <TextSkeleton lines={8} />;
  if (query.error && chunks.length === 0)
    return <ErrorState error={query.error} onRetry={() => query.refetch()} />;
  if (chunks.length === 0)
    return isReady ? (
      <EmptyState title="No chunks">Searches find nothing in this document.</EmptyState>
    ) : (
      <EmptyState title="No chunks yet">They appear when the document is indexed.</EmptyState>
    );
  return (
    <>
      {onFromStart && (
        <Button variant="subtle" size="compact-sm" onClick={onFromStart}>
          Show earlier chunks
        </Button>
      )}
      <LongList
        label="Chunks"
        className={classes.list ?? ''}
        items={chunks}
        hasMore={query.hasNextPage}
        itemKey={({ id }) => id}
        itemHeight={150}
        {...(at > 0 && { startAt: at })}
        renderItem={(chunk, { ref, ...place }) => (
          <li key={chunk.id} {...place} ref={ref} className={classes.item}>
            <button
              type="button"
              className={classes.chunk}
              data-chunk={chunk.id}
              aria-pressed={chunk.id === activeId}
              data-hovered={hoveredIds.has(chunk.id) || undefined}
              onPointerEnter={() => onHover(chunk)}
              onPointerLeave={() => onHover(null)}
              onFocus={() => onHover(chunk)}
              onBlur={() => onHover(null)}
              onClick={() => onSelect(chunk)}
            >
              <ChunkFacts chunk={chunk} />
              <span className={classes.chunkText}>{chunk.text}</span>
            </button>
          </li>
        )}
      />
      {query.isFetchNextPageError ? (
        <div className={classes.failure} role="alert">
          {MESSAGES.document.nextPage}
          <Button variant="default" size="compact-sm" onClick={() => query.fetchNextPage()}>
            Retry
          </Button>
        </div>
      ) : (
        <NextPage query={query} />
      )}
    </>
  );
}
