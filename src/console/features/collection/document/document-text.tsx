import { Button } from '@mantine/core';
import { type RefObject, useEffect, useMemo } from 'react';
import { flatten, paged } from '#console/api/query/paging.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { EmptyState } from '#console/ui/feedback/empty-state.tsx';
import { ErrorState } from '#console/ui/feedback/error-state.tsx';
import { TextSkeleton } from '#console/ui/feedback/skeletons.tsx';
import { LongList } from '#console/ui/list/long-list.tsx';
import { NextPage } from '#console/ui/list/next-page.tsx';
import { useListDocumentBlocksInfinite } from '#generated/api/collection/collection.ts';
import type { DocumentBlock as Block, Document } from '#generated/model/index.ts';
import classes from './document.module.css';
import { DocumentBlock } from './document-block.tsx';
import { blockIndex, originOf, type Range, separatorOf } from './place.ts';
import { Warnings } from './warnings.tsx';

export type Target = { offset?: number; page?: number };

interface DocumentTextProps {
  document: Document;
  pane: RefObject<HTMLDivElement | null>;
  /** The offset to load from and scroll to. */
  target: Target;
  active: Range | null;
  hovered: Range | null;
  onHover: (block: Block | null) => void;
  onSelect: (block: Block) => void;
  /** Loads the text from its beginning. */
  onFromStart: () => void;
}

/** The extracted text of a document, loaded page by page on scroll. */
export function DocumentText(props: DocumentTextProps) {
  const { document, pane, target, active, hovered, onHover, onSelect } = props;
  const { orgId, projectId } = useActiveProject();
  const origin = originOf(target);
  const query = useListDocumentBlocksInfinite(
    orgId,
    projectId,
    document.collection_id,
    document.id,
    { ...origin, page_limit: 100 },
    { query: { ...paged, meta: { silent: true } } },
  );
  const blocks = useMemo(() => flatten(query.data), [query.data]);
  const at = blockIndex(blocks, target);
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
  const isSought = target.offset !== undefined || target.page !== undefined;
  const isMissing = isSought && at < 0 && hasNextPage && !isFetchNextPageError;

  useEffect(() => {
    if (isMissing && !isFetchingNextPage) void fetchNextPage();
  }, [isMissing, isFetchingNextPage, fetchNextPage]);

  const offset = at < 0 ? undefined : blocks[at]?.start;
  useEffect(() => {
    if (offset === undefined) return;
    // A long list scrolls programmatically, and only then renders the item.
    const scroll = () =>
      pane.current
        ?.querySelector(`[data-offset="${offset}"]`)
        ?.scrollIntoView({ block: 'center', inline: 'nearest' });
    scroll();
    const timer = setTimeout(scroll, 60);
    return () => clearTimeout(timer);
  }, [offset, pane]);

  if (query.isPending) return <TextSkeleton lines={12} />;
  if (query.error && blocks.length === 0)
    return <ErrorState error={query.error} onRetry={() => query.refetch()} />;
  const general = document.warnings.filter(({ page }) => page === null);

  return (
    <>
      <Warnings warnings={general} />
      {(origin.offset !== undefined || origin.page !== undefined) && (
        <Button variant="subtle" size="compact-sm" onClick={props.onFromStart}>
          Show from the beginning
        </Button>
      )}
      {blocks.length === 0 && <EmptyState title="The document has no text" />}
      <LongList
        label="Text of the document"
        className={classes.list ?? ''}
        items={blocks}
        hasMore={hasNextPage}
        itemKey={({ id }) => id}
        itemHeight={72}
        {...(at > 0 && { startAt: at })}
        renderItem={(block, place) => {
          const index = blocks.indexOf(block);
          const separator = separatorOf(block, blocks[index - 1]);
          return (
            <DocumentBlock
              key={block.id}
              block={block}
              isMarkdown={document.kind === 'markdown'}
              place={place}
              separator={separator}
              warnings={separator ? warningsOf(document, block.page) : NONE}
              active={active}
              hovered={hovered}
              onHover={onHover}
              onSelect={onSelect}
            />
          );
        }}
      />
      <NextPage query={query} />
    </>
  );
}

const NONE: Document['warnings'] = [];

function warningsOf({ warnings }: Document, page: number | null): Document['warnings'] {
  if (page === null) return NONE;
  const found = warnings.filter((warning) => warning.page === page);
  return found.length > 0 ? found : NONE;
}
