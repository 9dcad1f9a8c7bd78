import type { Document } from '#generated/model/index.ts';

type Unfinished = { state: 'none' } | { state: 'loading' } | { state: 'failed' };

/** A search that explains another. */
export type Probe = Unfinished | { state: 'done'; found: boolean };

interface WhyNotFound {
  /** Undefined while it is loading. */
  document: Pick<Document, 'state' | 'error'> | undefined;
  /** The search that should have found it; its rank is 0 if it didn't. */
  search: Unfinished | { state: 'done'; rank: number };
  topK: number;
  /** The same search in the document alone, and also with the filters. */
  alone: Probe;
  filtered: Probe;
  /** Whether the index finds similar meanings. */
  hasMeaning: boolean;
}

/** Why a search doesn't find a document; null if that couldn't be found out. */
export function whyNotFoundText(why: WhyNotFound): string | null {
  const { document, search, topK, alone, filtered, hasMeaning } = why;
  if (document && document.state !== 'ready')
    return document.error
      ? `It could not be indexed: ${document.error.message}`
      : 'It is not indexed yet, so it cannot be found.';
  if (search.state === 'none') return 'Ask the question that should have found it.';
  if (search.state === 'loading') return 'Searching…';
  if (search.state === 'failed') return 'The search failed, so there is nothing to explain yet.';
  if (search.rank > 0) return `It is found at rank ${search.rank}.`;
  if (alone.state === 'failed' || filtered.state === 'failed') return null;
  if (alone.state !== 'done' || filtered.state === 'loading')
    return 'Searching in this document alone…';
  if (!alone.found)
    return hasMeaning
      ? 'None of its passages contain words of the question or have a similar meaning.'
      : 'None of its passages contain words of the question. Finding similar meanings needs an embedding model.';
  if (filtered.state === 'done' && !filtered.found)
    return "The filters exclude it: its tags or its date don't match.";
  return `Its best passage comes after the first ${topK}. Increase Top K, or ask with words from the document.`;
}
