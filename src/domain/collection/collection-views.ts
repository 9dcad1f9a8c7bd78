import { UPLOAD_PART_BYTES } from '#core/limits.ts';
import { MESSAGES } from '#core/messages.ts';
import type {
  Collection,
  CollectionCounts,
  CollectionIndex,
  Document,
  DocumentFailure,
  DocumentProgress,
  IndexSearch,
  Upload,
} from '#generated/model/index.ts';
import type { Domain } from '../domain.ts';
import { asView } from '../view.ts';
import type { IndexProgress, StateCount } from './collection.store.ts';
import type {
  CollectionIndexRow,
  CollectionRow,
  DocumentRow,
  IndexingRow,
  UploadRow,
} from './collection.tables.ts';

/** Documents in these states are waiting or being indexed. */
export const UNSETTLED = ['waiting', 'extracting', 'splitting', 'embedding'] as const;

/** The specified message of each failure. */
const FAILURE_MESSAGES: Readonly<Record<DocumentFailure, string>> = {
  unsupported: MESSAGES.document.unsupported,
  unreadable: MESSAGES.document.unreadable,
  encrypted: MESSAGES.document.unreadable,
  empty: MESSAGES.document.unreadable,
  too_large: MESSAGES.document.unreadable,
  fetch_failed: MESSAGES.document.badUrl,
  embedding_failed: MESSAGES.document.embeddings,
  insufficient_balance: MESSAGES.task.balance,
  model_unpriced: MESSAGES.document.embeddings,
  timeout: MESSAGES.document.unreadable,
  internal: MESSAGES.document.updates,
};

export function toCounts(rows: readonly StateCount[], chunks: number): CollectionCounts {
  const sum = (states: readonly string[], of: 'documents' | 'bytes' = 'documents') =>
    rows.filter(({ state }) => states.includes(state)).reduce((total, row) => total + row[of], 0);
  const all = rows.map(({ state }) => state);
  return {
    documents: sum(all),
    ready: sum(['ready']),
    waiting: sum(['waiting']),
    working: sum(['extracting', 'splitting', 'embedding']),
    failed: sum(['failed']),
    cancelled: sum(['cancelled']),
    chunks,
    bytes: sum(all, 'bytes'),
  };
}

export function toIndex(
  row: CollectionIndexRow,
  progress: IndexProgress | undefined,
  port: Pick<Domain['collection'], 'words' | 'vectorsMissing'>,
): CollectionIndex {
  const { chunk_size, chunk_overlap, language, embedding_model } = row;
  return asView('CollectionIndex', row, {
    settings: { chunk_size, chunk_overlap, language, embedding_model },
    documents_done: progress?.done ?? 0,
    documents_total: progress?.total ?? 0,
    chunks: progress?.chunks ?? 0,
    search: toSearch(row, port),
  });
}

/** The search methods of an index, and the reasons why others are unavailable. */
export function toSearch(
  { embedding_model }: Pick<CollectionIndexRow, 'embedding_model'>,
  { words, vectorsMissing }: Pick<Domain['collection'], 'words' | 'vectorsMissing'>,
): IndexSearch {
  const meaning = embedding_model !== null && vectorsMissing === null;
  const notes = [
    embedding_model === null
      ? 'No embedding model is set, so search matches words only.'
      : vectorsMissing,
    words === 'ts_rank'
      ? "The database has no BM25 (pg_textsearch), so words are ranked by PostgreSQL's ts_rank."
      : null,
  ].filter((note) => note !== null);
  return { words, meaning, note: notes.length > 0 ? notes.join(' ') : null };
}

export function toCollection(
  row: CollectionRow,
  rest: Pick<Collection, 'counts' | 'index' | 'building' | 'uses'>,
): Collection {
  return asView('Collection', row, rest);
}

/** @param work the document's work in the active index, with its place in the queue if it waits */
export function toDocument(
  row: DocumentRow,
  work: { indexing: IndexingRow | undefined; place: number | undefined; isPaused: boolean },
): Document {
  const { origin_type, url, datasource_id, error_code, error_detail } = row;
  return asView('Document', row, {
    origin: { type: origin_type, url, datasource_id },
    progress: progressOf(row, work),
    error: error_code && {
      code: error_code,
      message: FAILURE_MESSAGES[error_code],
      detail: error_detail ?? '',
    },
    chunks: work.indexing?.chunks ?? 0,
  });
}

function progressOf(
  { state }: DocumentRow,
  { indexing, place, isPaused }: Parameters<typeof toDocument>[1],
): DocumentProgress | null {
  if (!indexing || !UNSETTLED.some((unsettled) => unsettled === state)) return null;
  return {
    percent: indexing.percent,
    started_at: indexing.started_at,
    deadline_at: indexing.deadline_at,
    queue_position: place ?? null,
    waiting_for: state === 'waiting' ? waitingFor(indexing, isPaused) : null,
    attempt: indexing.attempts,
  };
}

function waitingFor({ attempts, error_detail }: IndexingRow, isPaused: boolean): string {
  if (isPaused) return 'Indexing is paused in this collection.';
  if (attempts > 0 && error_detail) return `It will be retried. ${error_detail}`;
  return 'Other documents are being indexed.';
}

export function toUpload(row: UploadRow): Upload {
  const isDocument = row.purpose === 'document' && row.offset === row.size;
  return asView('Upload', row, {
    document_id: isDocument ? row.folder : null,
    part_size: UPLOAD_PART_BYTES,
  });
}
