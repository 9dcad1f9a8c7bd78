import { Suspense, useCallback, useMemo, useRef, useState } from 'react';
import { flatten, paged } from '#console/api/query/paging.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { TextSkeleton } from '#console/ui/feedback/skeletons.tsx';
import { Segmented } from '#console/ui/form/segmented.tsx';
import { useQueryParam } from '#console/ui/navigation/use-query-param.ts';
import { lazyOf } from '#console/ui/on-demand.tsx';
import { useListDocumentChunksInfinite } from '#generated/api/collection/collection.ts';
import type { DocumentBlock as Block, Chunk, Document } from '#generated/model/index.ts';
import classes from './document.module.css';
import { DocumentChunks } from './document-chunks.tsx';
import { DocumentText, type Target } from './document-text.tsx';
import { chunkAt, overlaps } from './place.ts';
import { useLinkedScroll } from './use-linked-scroll.ts';

const PdfPages = lazyOf(() => import('./pdf/pdf-pages.tsx'), 'PdfPages');

type Pane = 'text' | 'chunks';

/** The maximum size (bytes) of a PDF whose pages are rendered, because that loads the whole file. */
const PAGES_MAX_BYTES = 50_000_000;

/**
 * The text of a document beside its chunks, linked both ways by pointer, click and scrolling. PDFs are rendered as
 * pages, unless `?view=text`. Citations and search results link to it with `?chunk=` and `?page=`.
 */
export function DocumentViewer({ document }: { document: Document }) {
  const [chunkId, setChunkId] = useQueryParam('chunk');
  const [page] = useQueryParam('page');
  const [view, setView] = useQueryParam('view');
  const hasPages = document.kind === 'pdf' && document.size <= PAGES_MAX_BYTES;
  const isPages = hasPages && view !== 'text';
  // Where the lists start. Clicking inside them doesn't reload them.
  const [around, setAround] = useState(chunkId);
  const [fromStart, setFromStart] = useState(false);
  const [pane, setPane] = useState<Pane>('text');
  const [hovered, setHovered] = useState<{ start: number; end: number } | null>(null);
  const text = useRef<HTMLDivElement>(null);
  const side = useRef<HTMLDivElement>(null);
  const { query, chunks } = useDocumentChunks(document, around);

  const active = chunks.find(({ id }) => id === chunkId) ?? null;
  const target = targetOf(active, page, fromStart);
  const isGone = chunkId !== null && query.isSuccess && !active && !query.hasNextPage;
  const hoveredIds = useMemo(
    () =>
      new Set(hovered ? chunks.filter((each) => overlaps(each, hovered)).map(({ id }) => id) : []),
    [chunks, hovered],
  );
  const linked = useLinkedScroll(text, side, chunks);

  const select = useCallback(
    (chunk: Chunk) => {
      setFromStart(false);
      setChunkId(chunk.id);
    },
    [setChunkId],
  );
  const selectBlock = useCallback(
    (block: Block) => {
      const chunk = chunkAt(chunks, block.start);
      if (chunk) setChunkId(chunk.id);
    },
    [chunks, setChunkId],
  );

  return (
    <>
      {isGone && (
        <p className={classes.notice} role="status">
          This passage is no longer in the index. The document was changed or indexed again.
        </p>
      )}
      <div className={classes.switch}>
        <Segmented
          label="Show"
          fullWidth
          items={[
            { value: 'text', label: 'Document' },
            { value: 'chunks', label: `Chunks (${document.chunks})` },
          ]}
          value={pane}
          onChange={setPane}
        />
      </div>
      <div className={classes.panes} data-shown={pane}>
        <section
          ref={text}
          className={classes.text}
          aria-label="Document"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and keys scroll it
          tabIndex={0}
          {...linked.text}
        >
          {hasPages && (
            <div className={classes.view}>
              <Segmented
                label="View"
                size="xs"
                items={[
                  { value: 'page', label: 'Page' },
                  { value: 'text', label: 'Text' },
                ]}
                value={isPages ? 'page' : 'text'}
                onChange={(value) => setView(value === 'text' ? 'text' : null)}
              />
            </div>
          )}
          {isPages ? (
            <Suspense fallback={<TextSkeleton lines={12} />}>
              <PdfPages
                document={document}
                pane={text}
                page={active?.page ?? target.page ?? null}
                chunks={chunks}
                activeId={chunkId}
                hoveredIds={hoveredIds}
                onHover={setHovered}
                onSelect={select}
              />
            </Suspense>
          ) : (
            <DocumentText
              document={document}
              pane={text}
              target={target}
              active={active}
              hovered={hovered}
              onHover={setHovered}
              onSelect={selectBlock}
              onFromStart={() => setFromStart(true)}
            />
          )}
        </section>
        <section
          ref={side}
          className={classes.side}
          aria-label="Chunks"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and keys scroll it
          tabIndex={0}
          {...linked.chunks}
        >
          <DocumentChunks
            chunks={chunks}
            query={query}
            isReady={document.state === 'ready'}
            pane={side}
            activeId={chunkId}
            hoveredIds={hoveredIds}
            onHover={setHovered}
            onSelect={(chunk) => {
              select(chunk);
              setPane('text');
            }}
            onFromStart={(chunks[0]?.position ?? 0) > 0 ? () => setAround(null) : undefined}
          />
        </section>
      </div>
    </>
  );
}

function targetOf(active: Chunk | null, page: string | null, fromStart: boolean): Target {
  if (fromStart) return {};
  if (active) return { offset: active.start };
  const number = Number(page);
  return Number.isSafeInteger(number) && number > 0 ? { page: number } : {};
}

/**
 * The chunks of a document, loaded on scroll.
 * @param around the chunk to load first; null for the beginning
 */
function useDocumentChunks({ id, collection_id, state }: Document, around: string | null) {
  const { at } = useActiveProject();
  const query = useListDocumentChunksInfinite(
    ...at,
    collection_id,
    id,
    { page_limit: 50, ...(around !== null && { around }) },
    { query: { ...paged, enabled: state === 'ready', meta: { silent: true } } },
  );
  const chunks = useMemo(() => flatten(query.data), [query.data]);
  return { query, chunks };
}
