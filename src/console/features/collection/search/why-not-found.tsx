import { Button } from '@mantine/core';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { useGetDocument } from '#generated/api/collection/collection.ts';
import type { Collection, SearchResult as Result, SearchRequest } from '#generated/model/index.ts';
import classes from './search.module.css';
import { SearchResult } from './search-result.tsx';
import { useSearch } from './use-search.ts';

interface WhyNotFoundProps {
  collection: Collection;
  documentId: string;
  /** Null before the first search. */
  request: SearchRequest | null;
  results: readonly Result[] | undefined;
  onClose: () => void;
}

/** Explains why a document is not among the results, by running the same search on it alone. */
export function WhyNotFound(props: WhyNotFoundProps) {
  const { collection, documentId, request, results, onClose } = props;
  const { orgId, projectId } = useActiveProject();
  const document = useGetDocument(orgId, projectId, collection.id, documentId);
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

  let text: string;
  if (document.data && document.data.state !== 'ready')
    text = document.data.error
      ? `It could not be indexed: ${document.data.error.message}`
      : 'It is not indexed yet, so it cannot be found.';
  else if (!request) text = 'Ask the question that should have found it.';
  else if (!results) text = 'Searching…';
  else if (rank > 0) text = `It is found at rank ${rank}.`;
  else if (alone.isPending) text = 'Searching in this document alone…';
  else if (!best)
    text = collection.index.search.meaning
      ? 'None of its passages contain words of the question or have a similar meaning.'
      : 'None of its passages contain words of the question. Finding similar meanings needs an embedding model.';
  else if (request.filter && filtered.data?.results.length === 0)
    text = 'The filters exclude it: its tags or its date don’t match.';
  else
    text = `Its best passage comes after the first ${request.top_k ?? results.length}. Increase Top K, or ask with words from the document.`;

  return (
    <section className={classes.why} aria-label="Why wasn't this found?">
      <div className={classes.head}>
        <h2>Why was {name ? `“${name}”` : 'this'} not found?</h2>
        <Button variant="subtle" size="compact-sm" onClick={onClose}>
          Close
        </Button>
      </div>
      <p>{text}</p>
      {isMissing && best && (
        <ol className={classes.results}>
          <SearchResult collectionId={collection.id} result={best} rank={1} />
        </ol>
      )}
    </section>
  );
}
