import { DAY_MS } from '#core/limits.ts';
import type {
  Collection,
  ExpectedPassage,
  SearchFilter,
  SearchMode,
  SearchRequest,
  SearchResult,
} from '#generated/model/index.ts';

/** The settings of a search, as stored in the URL. */
export interface SearchSettings {
  mode: SearchMode;
  topK: number;
  neighbours: number;
  /** From 0 (all) to 1. */
  threshold: number;
  /** The reranking model; empty for none. */
  rerank: string;
  tags: string[];
  /** IDs of documents. */
  documents: string[];
  /** Dates such as `2026-11-20`; empty for none. */
  from: string;
  until: string;
}

export const MODES: { value: SearchMode; label: string }[] = [
  { value: 'hybrid', label: 'Both' },
  { value: 'words', label: 'Words' },
  { value: 'meaning', label: 'Meaning' },
];
export const TOP_K_MAX = 50;
export const NEIGHBOURS_MAX = 3;

export function toRequest(query: string, settings: SearchSettings): SearchRequest {
  const { mode, topK, neighbours, threshold, rerank } = settings;
  const filter = toFilter(settings);
  return {
    ...{ query, mode, top_k: topK, neighbours },
    ...(threshold > 0 && { threshold }),
    ...(rerank !== '' && { rerank_model: rerank }),
    ...(Object.keys(filter).length > 0 && { filter }),
  };
}

type Filters = Pick<SearchSettings, 'tags' | 'documents' | 'from' | 'until'>;

function toFilter({ tags, documents, from, until }: Filters): SearchFilter {
  return {
    ...(tags.length > 0 && { tags }),
    ...(documents.length > 0 && { document_ids: documents }),
    ...(from !== '' && { dated_after: `${from}T00:00:00Z` }),
    // The last day is part of the period.
    ...(until !== '' && {
      dated_before: new Date(Date.parse(`${until}T00:00:00Z`) + DAY_MS).toISOString(),
    }),
  };
}

/** The form's filters for a saved question; the inverse of the conversion to a request. */
export function toFilters(filter: SearchFilter | null): Filters {
  const { tags = [], document_ids = [], dated_after = '', dated_before } = filter ?? {};
  const last = dated_before === undefined ? null : Date.parse(dated_before) - DAY_MS;
  return {
    tags,
    documents: document_ids,
    from: dated_after.slice(0, 10),
    until: last === null ? '' : new Date(last).toISOString().slice(0, 10),
  };
}

/** The number of collapsed options that differ from their defaults. */
export function changedOptions(settings: SearchSettings): number {
  const { tags, documents, from, until, neighbours, threshold, rerank } = settings;
  return [
    tags.length > 0,
    documents.length > 0,
    from !== '',
    until !== '',
    neighbours > 0,
    threshold > 0,
    rerank !== '',
  ].filter(Boolean).length;
}

type Found = Pick<SearchResult, 'document_id' | 'start' | 'end'>;

function isIn(result: Found, passage: ExpectedPassage): boolean {
  const { document_id, start, end } = result;
  return document_id === passage.document_id && start < passage.end && passage.start < end;
}

export function isExpected(result: Found, expected: readonly ExpectedPassage[]): boolean {
  return expected.some((passage) => isIn(result, passage));
}

/** The rank of the first expected passage among the results; null if none is there. */
export function rankOf(
  results: readonly Found[],
  expected: readonly ExpectedPassage[],
): number | null {
  const at = results.findIndex((result) => isExpected(result, expected));
  return at < 0 ? null : at + 1;
}

/** Marks or unmarks a result as an expected passage of a question. */
export function toggled(
  expected: readonly ExpectedPassage[],
  { document_id, start, end }: Found,
): ExpectedPassage[] {
  const result = { document_id, start, end };
  return isExpected(result, expected)
    ? expected.filter((passage) => !isIn(result, passage))
    : [...expected, result];
}

/** How much of a collection is searchable while documents are being indexed; null if all of it is. */
export function searchableNote({ counts, is_paused }: Collection): string | null {
  const unsettled = counts.waiting + counts.working;
  if (unsettled === 0) return null;
  const ready = `${counts.ready.toLocaleString('en-GB')} of ${counts.documents.toLocaleString('en-GB')}`;
  const rest = is_paused ? 'Indexing is paused.' : 'The others are being indexed.';
  return `${ready} documents can be searched. ${rest}`;
}

/** A metric from 0 to 1: `0.86`. */
export function figureText(value: number | null | undefined): string {
  return value === null || value === undefined ? '–' : value.toFixed(2);
}
