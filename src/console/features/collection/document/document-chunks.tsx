import { Button } from '@mantine/core';
import { type RefObject, useEffect } from 'react';
import { EmptyState } from '#console/ui/feedback/empty-state.tsx';
import { TextSkeleton } from '#console/ui/feedback/skeletons.tsx';
import { QueryList } from '#console/ui/list/query-list.tsx';
import type { ListQuery } from '#console/ui/table/data-table-types.ts';
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

  return (
    <>
      {onFromStart && (
        <Button variant="subtle" size="compact-sm" onClick={onFromStart}>
          Show earlier chunks
        </Button>
      )}
      <QueryList
        label="Chunks"
        className={classes.list ?? ''}
        // A disabled query is pending but not loading.
        query={{ ...query, isPending: query.isLoading }}
        skeleton={<TextSkeleton lines={8} />}
        empty={
          <EmptyState title={isReady ? 'No chunks' : 'No chunks yet'}>
            {isReady
              ? 'Searches find nothing in this document.'
              : 'They appear when the document is indexed.'}
          </EmptyState>
        }
        items={chunks}
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
    </>
  );
}
