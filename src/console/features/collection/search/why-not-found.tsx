import { Button } from '@mantine/core';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { ErrorState } from '#console/ui/feedback/error-state.tsx';
import { useGetDocument } from '#generated/api/collection/collection.ts';
import type { Collection, SearchResult as Result, SearchRequest } from '#generated/model/index.ts';
import classes from './search.module.css';
import { SearchResult } from './search-result.tsx';
import { useSearch } from './use-search.ts';
import { type Probe, whyNotFoundText } from './why-not-found-text.ts';

interface WhyNotFoundProps {
  collection: Collection;
  documentId: string;
  /** Null before the first search. */
  request: SearchRequest | null;
  /** Undefined while it is searching, and after a failure. */
  results: readonly Result[] | undefined;
  hasFailed: boolean;
  onClose: () => void;
}

/** Explains why a document is not among the results, by running the same search on it alone. */
export function WhyNotFound(props: WhyNotFoundProps) {
  const { collection, documentId, request, results, hasFailed, onClose } = props;
  const { at } = useActiveProject();
  const document = useGetDocument(...at, collection.id, documentId);
  const rank = results ? results.findIndex(({ document_id }) => document_id === documentId) + 1 : 0;
  const isMissing = results !== undefined && rank === 0;
  const alone = useSearch(
    collection.id,
    isMissing && request
      ? { ...request, top_k: 1, threshold: 0, filter: { document_ids: [documentId] } }
      : null,
  );
  const filtered = useSearch(
    collection.id,
    isMissing && request?.filter
      ? {
          ...request,
          top_k: 1,
          threshold: 0,
          filter: { ...request.filter, document_ids: [documentId] },
        }
      : null,
  );
  const name = document.data?.name;
  const best = alone.data?.results[0];
  const text = whyNotFoundText({
    document: document.data,
    search:
      request === null
        ? { state: 'none' }
        : results === undefined
          ? { state: hasFailed ? 'failed' : 'loading' }
          : { state: 'done', rank },
    topK: request?.top_k ?? results?.length ?? 0,
    alone: probeOf(alone),
    filtered: request?.filter ? probeOf(filtered) : { state: 'none' },
    hasMeaning: collection.index.search.meaning,
  });
  const failed = document.error && !document.data ? document : alone.error ? alone : filtered;

  return (
    <section className={classes.why} aria-label="Why wasn't this found?">
      <div className={classes.head}>
        <h2>Why was {name ? `“${name}”` : 'this'} not found?</h2>
        <Button variant="subtle" size="compact-sm" onClick={onClose}>
          Close
        </Button>
      </div>
      {text === null || (document.error && !document.data) ? (
        <ErrorState error={failed.error} onRetry={() => failed.refetch()} />
      ) : (
        <p>{text}</p>
      )}
      {isMissing && best && (
        <ol className={classes.results}>
          <SearchResult collectionId={collection.id} result={best} rank={1} />
        </ol>
      )}
    </section>
  );
}

function probeOf({ data, error, isPlaceholderData }: ReturnType<typeof useSearch>): Probe {
  if (error) return { state: 'failed' };
  if (!data || isPlaceholderData) return { state: 'loading' };
  return { state: 'done', found: data.results.length > 0 };
}
