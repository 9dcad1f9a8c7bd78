import { type RefObject, useEffect, useMemo, useState } from 'react';
import { isApiError } from '#console/api/api-error.ts';
import { fetchFile } from '#console/api/http/fetch-file.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { EmptyState } from '#console/ui/feedback/empty-state.tsx';
import { ErrorState } from '#console/ui/feedback/error-state.tsx';
import { TextSkeleton } from '#console/ui/feedback/skeletons.tsx';
import { LongList } from '#console/ui/list/long-list.tsx';
import type { Chunk, Document } from '#generated/model/index.ts';
import { originalUrl } from '../use-document-actions.ts';
import { type OpenPdf, openPdf } from './open-pdf.ts';
import classes from './pdf.module.css';
import { PdfPage } from './pdf-page.tsx';

interface PdfPagesProps {
  document: Document;
  pane: RefObject<HTMLDivElement | null>;
  /** The initial page. */
  page: number | null;
  chunks: readonly Chunk[];
  activeId: string | null;
  hoveredIds: ReadonlySet<string>;
  onHover: (chunk: Chunk | null) => void;
  onSelect: (chunk: Chunk) => void;
}

/** The rendered pages of a PDF. Only those near the viewport are drawn. */
export function PdfPages(props: PdfPagesProps) {
  const { document, pane, page, chunks, ...linked } = props;
  const { at } = useActiveProject();
  const { opened, error, retry } = usePdf(originalUrl(...at, document));
  const count = opened?.pdf.numPages ?? 0;
  const numbers = useMemo(() => Array.from({ length: count }, (_, index) => index + 1), [count]);
  const byPage = useMemo(() => chunksByPage(chunks), [chunks]);

  useEffect(() => {
    if (count === 0 || page === null) return;
    // A long list scrolls programmatically, and only then renders the page.
    const scroll = () => {
      const item = pane.current?.querySelector(`[data-page="${page}"]`);
      // A passage that was located on its page has been scrolled into view already.
      if (!item?.querySelector('[data-active]')) item?.scrollIntoView({ block: 'start' });
    };
    scroll();
    const timer = setTimeout(scroll, 60);
    return () => clearTimeout(timer);
  }, [count, page, pane]);

  if (error && isApiError(error)) return <ErrorState error={error} onRetry={retry} />;
  if (error)
    return (
      <EmptyState title="The pages can't be shown">
        The file is damaged or protected. What could be read of it is under Text.
      </EmptyState>
    );
  if (!opened) return <TextSkeleton lines={12} />;
  return (
    <LongList
      label="Pages"
      className={classes.list ?? ''}
      items={numbers}
      hasMore={false}
      itemKey={String}
      itemHeight={1000}
      {...(page !== null && page > 1 && { startAt: page - 1 })}
      renderItem={(number, place) => (
        <PdfPage
          key={number}
          opened={opened}
          number={number}
          place={place}
          warnings={document.warnings.filter((warning) => warning.page === number)}
          chunks={byPage.get(number) ?? NONE}
          {...linked}
        />
      )}
    />
  );
}

const NONE: readonly Chunk[] = [];

/** The chunks that begin on a page, and those of the previous page, which may end on it. */
function chunksByPage(chunks: readonly Chunk[]): Map<number, Chunk[]> {
  const found = new Map<number, Chunk[]>();
  for (const chunk of chunks) {
    if (chunk.page === null) continue;
    for (const page of [chunk.page, chunk.page + 1])
      found.set(page, [...(found.get(page) ?? []), chunk]);
  }
  return found;
}

type State = { opened?: OpenPdf; error?: unknown };

/** Downloads and opens a PDF. Closes it on unmount. */
function usePdf(url: string) {
  const [{ opened, error }, setState] = useState<State>({});
  const [tries, setTries] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another try fetches it again
  useEffect(() => {
    const abort = new AbortController();
    let pdf: OpenPdf | undefined;
    const open = async () => {
      const file = await fetchFile(url, abort.signal);
      pdf = await openPdf(await file.arrayBuffer());
      if (abort.signal.aborted) pdf.close();
      else setState({ opened: pdf });
    };
    open().catch((reason) => !abort.signal.aborted && setState({ error: reason }));
    return () => {
      abort.abort();
      pdf?.close();
      setState({});
    };
  }, [url, tries]);

  return { opened, error, retry: () => setTries(tries + 1) };
}
