import { retryAt } from '#core/backoff.ts';
import { indexedText } from '#core/collection/indexed-text.ts';
import type { Chunk } from '#core/collection/split.ts';
import { extensionOf, typeByName } from '#core/datasource/document-type.ts';
import { newId } from '#core/ids.ts';
import type { DocumentState } from '#generated/model/index.ts';
import type { Domain } from '../../domain.ts';
import type { Stores } from '../../stores.ts';
import { type ExtractedText, FetchFailure } from '../collection.port.ts';
import type { CollectionIndexRow, DocumentRow, IndexingRow } from '../collection.tables.ts';
import { partNames, removeOldVersions, segmentNames, writeSegments } from '../document-text.ts';
import { completeIndex } from './complete-index.ts';
import { type Embedding, embedAtCost, indexingPayer } from './embed.ts';
import { DEADLINES_MS, failureOf, type Step, StepTimeout } from './ingest-failure.ts';
import { storePage } from './original.ts';

/** What indexing needs. */
export type IngestDomain = Pick<Domain, 'charges' | 'collection' | 'stores'>;

/** Delays before the second, third and fourth attempt. */
const RETRIES_MS = [5_000, 60_000, 300_000];
/** The number of chunks embedded and stored per batch: small, so that searches are served in between. */
const BATCH = 32;

/**
 * Indexes one document: fetch, extract, split, embed. Steps that an earlier attempt completed are skipped, and none
 * begins after it was cancelled.
 * @throws when `signal` aborts, or for what `failIndexing` records
 */
export async function indexDocument(
  domain: IngestDomain,
  key: Pick<IndexingRow, 'index_id' | 'document_id'>,
  signal: AbortSignal,
): Promise<void> {
  const { collection } = domain.stores;
  // Read before the document, so that a job that was queued for a later content isn't taken for this one.
  const work = await collection.indexings.find(key);
  const [document, index] = await Promise.all([
    collection.documents.find({ id: key.document_id }),
    collection.indexes.find({ id: key.index_id }),
  ]);
  if (!document || !index) {
    await collection.indexings.delete(key);
    return;
  }
  if (!work) return;
  const job = { ...key, created_at: work.created_at };
  await collection.indexings.change(job, { started_at: new Date().toISOString() });
  try {
    await indexText(domain, { document, index, job }, signal);
  } catch (error) {
    if (!(error instanceof IndexingEnded)) throw error;
  }
}

/** The document was cancelled, deleted, or queued again while it was being indexed. */
class IndexingEnded extends Error {
  override readonly name = 'IndexingEnded';
}

async function indexText(
  domain: IngestDomain,
  { document, index, job }: Place,
  signal: AbortSignal,
): Promise<void> {
  const known = await withText(domain, { document, index, job }, signal);
  const place = { document: known, index, job };
  const chunks = await step(domain, place, 'splitting', signal, (stop) =>
    domain.collection.split(
      { folder: known.id, names: segmentNames(known) },
      {
        owner: known.org_id,
        signal: stop,
        kind: known.kind ?? 'text',
        chunk_size: index.chunk_size,
        chunk_overlap: index.chunk_overlap,
      },
    ),
  );
  await step(domain, place, 'embedding', signal, (stop, progress) =>
    storeChunks(domain, { ...place, chunks }, stop, progress),
  );
  // Before the end is recorded, so that it is repeated after an interruption.
  if (known.content > 1) await removeOldVersions(domain.collection.files, known);
  await finish(domain, place, chunks.length);
}

/** Makes sure that the document's text is stored, fetching and extracting it if needed. Returns the document. */
async function withText(
  domain: IngestDomain,
  { document, index, job }: Place,
  signal: AbortSignal,
): Promise<DocumentRow> {
  if (document.extracted === document.content && document.segments > 0) return document;
  return step(domain, { document, index, job }, 'extracting', signal, async (stop) => {
    const fetched = await withOriginal(domain, document, stop);
    const text = await domain.collection.extract(
      { folder: fetched.id, names: partNames(fetched) },
      { name: hintOf(fetched), owner: fetched.org_id, signal: stop },
    );
    const found = text.kind === 'image' ? await described(domain, fetched, stop) : text;
    return storeText(domain, fetched, found);
  });
}

async function described(
  domain: IngestDomain,
  document: DocumentRow,
  signal: AbortSignal,
): Promise<ExtractedText> {
  const { describeImage } = await import('./describe-image.ts');
  const image = await describeImage(domain, document, signal);
  const { detectLanguage } = await import('#core/collection/language.ts');
  return { ...image, language: await detectLanguage(image.text) };
}

/**
 * A name that helps to detect the type of a file. Text typed by people is Markdown, whatever its name; pages of data
 * sources have titles instead of file names.
 */
function hintOf({ name, origin_type, media_type }: DocumentRow): string {
  if (origin_type === 'text') return `${name}.md`;
  const extension = origin_type === 'datasource' ? extensionOf(media_type) : undefined;
  return extension === undefined || typeByName(name) !== null ? name : `${name}.${extension}`;
}

async function withOriginal(
  domain: IngestDomain,
  document: DocumentRow,
  signal: AbortSignal,
): Promise<DocumentRow> {
  if (document.parts > 0 || document.url === null) return document;
  const page = await domain.collection.fetchPage(document.url, null, signal);
  if (!page) throw new FetchFailure('The page returned nothing.');
  return storePage(domain, document, page);
}

async function storeText(
  { collection: port, stores }: IngestDomain,
  document: DocumentRow,
  text: ExtractedText,
): Promise<DocumentRow> {
  const segments = await writeSegments(port.files, document, text);
  const change = {
    title: text.title,
    kind: text.kind,
    pages: text.pages,
    warnings: text.warnings.map(({ message, page }) => ({ message, page: page ?? null })),
    characters: text.text.length,
    language: text.language,
    extracted: document.content,
    segments,
  };
  await stores.collection.documents.change({ id: document.id }, change);
  return { ...document, ...change };
}

interface Place {
  document: DocumentRow;
  index: CollectionIndexRow;
  /** A document that is queued again, by an edit or a retry, gets a new job, which this one must not disturb. */
  job: Job;
}

type Job = Pick<IndexingRow, 'index_id' | 'document_id' | 'created_at'>;

/** Embeds and stores chunks in small batches, replacing the document's earlier chunks in the index. */
async function storeChunks(
  domain: IngestDomain,
  { document, index, job, chunks }: Place & { chunks: readonly Chunk[] },
  signal: AbortSignal,
  progress: (percent: number) => Promise<void>,
): Promise<void> {
  const { chunks: store } = domain.stores.collection;
  await store.deleteDocument(document.id, index.id);
  const payer = await indexingPayer(domain.stores, document);
  for (let at = 0; at < chunks.length; at += BATCH) {
    signal.throwIfAborted();
    const batch = chunks.slice(at, at + BATCH);
    const rows = batch.map((chunk) => ({
      id: newId('chunk'),
      index_id: index.id,
      collection_id: document.collection_id,
      document_id: document.id,
      ...chunk,
      indexed: indexedText(document.title ?? document.name, chunk),
    }));
    const vectors =
      index.embedding_model === null
        ? null
        : await vectorsOf(
            domain,
            { ...payer, model: index.embedding_model },
            rows.map(({ indexed }) => indexed),
            signal,
          );
    requireOpen(await domain.stores.collection.indexings.find(job));
    await store.insert(rows, {
      language: index.language === 'auto' ? document.language : index.language,
      vectors,
    });
    await progress(Math.round(((at + batch.length) / chunks.length) * 100));
  }
}

/** The vectors of texts, from the cache or from the model. */
async function vectorsOf(
  domain: IngestDomain,
  embedding: Embedding,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<Float32Array[]> {
  const { chunks: store } = domain.stores.collection;
  const { model } = embedding;
  const known = await store.cachedVectors(model, texts);
  const missing = [...new Set(texts)].filter((text) => !known.has(text));
  if (missing.length > 0) {
    const { vectors } = await embedAtCost(domain, embedding, missing, signal);
    const made = new Map(missing.map((text, at) => [text, vectors[at] as Float32Array]));
    await store.cacheVectors(model, made);
    for (const [text, vector] of made) known.set(text, vector);
  }
  return texts.map((text) => known.get(text) as Float32Array);
}

/** @throws IndexingEnded unless the job exists and hasn't ended */
function requireOpen(work: IndexingRow | undefined): void {
  if (!work || work.due_at === null) throw new IndexingEnded();
}

/** Runs one step: records its start and progress, and aborts it at its deadline. */
async function step<T>(
  domain: IngestDomain,
  { document, job }: Place,
  state: Step,
  signal: AbortSignal,
  work: (signal: AbortSignal, progress: (percent: number) => Promise<void>) => Promise<T>,
): Promise<T> {
  const limit = DEADLINES_MS[state];
  const deadline_at = new Date(Date.now() + limit).toISOString();
  await domain.stores.transaction(async (stores) => {
    // As everywhere, the document is locked before its jobs.
    await stores.collection.documents.lock({ id: document.id });
    requireOpen(await stores.collection.indexings.lock(job));
    await record(stores, job, { state, percent: 0, deadline_at });
  });
  const deadline = AbortSignal.timeout(limit);
  try {
    return await work(AbortSignal.any([signal, deadline]), async (percent) => {
      await domain.stores.collection.indexings.change(job, { percent });
    });
  } catch (error) {
    if (deadline.aborted && !signal.aborted) throw new StepTimeout(state);
    throw error;
  }
}

async function finish(
  { stores }: IngestDomain,
  { document, job }: Place,
  chunks: number,
): Promise<void> {
  await stores.transaction(async (inner) => {
    const current = await inner.collection.documents.lock({ id: document.id });
    requireOpen(await inner.collection.indexings.lock(job));
    // Its content changed meanwhile, so it is due again.
    if (current?.content !== document.content) return;
    await record(inner, job, { ...ENDED, state: 'ready', percent: 100, chunks });
    await completeIndex(inner, job.index_id);
  });
}

const ENDED = {
  due_at: null,
  lease_until: null,
  deadline_at: null,
  error_code: null,
  error_detail: null,
} as const;

/**
 * Records why an attempt failed. Schedules another attempt if that can help; otherwise the document has failed.
 * @param report receives unexpected errors
 * @returns whether it has failed for good
 */
export async function failIndexing(
  { stores }: Pick<Domain, 'stores'>,
  key: Pick<IndexingRow, 'index_id' | 'document_id'>,
  error: unknown,
  report: (error: unknown) => void,
): Promise<boolean> {
  const { code, detail, isTemporary } = failureOf(error);
  if (code === 'internal') report(error);
  return stores.transaction(async (inner) => {
    await inner.collection.documents.lock({ id: key.document_id });
    const work = await inner.collection.indexings.lock(key);
    if (!work || work.due_at === null) return true;
    const attempts = work.attempts + 1;
    const due = isTemporary ? retryAt(new Date(), RETRIES_MS, attempts, 0.1) : undefined;
    if (due) {
      const due_at = due.toISOString();
      const again = { state: 'waiting', attempts, due_at, lease_until: null } as const;
      await record(inner, key, { ...again, error_detail: detail });
      return false;
    }
    await record(inner, key, {
      ...ENDED,
      state: 'failed',
      attempts,
      error_code: code,
      error_detail: detail,
    });
    await completeIndex(inner, key.index_id);
    return true;
  });
}

/** Cancels the indexing of a document in all indexes. A step in progress notices when it renews its lease. */
export async function cancelIndexing(
  stores: Pick<Stores, 'collection'>,
  documentId: string,
): Promise<boolean> {
  await stores.collection.documents.lock({ id: documentId });
  const work = await stores.collection.indexings.list({
    where: { document_id: documentId },
    order: ['index_id'],
  });
  const open = work.filter(({ due_at }) => due_at !== null);
  for (const { index_id, document_id } of open) {
    await record(stores, { index_id, document_id }, { ...ENDED, state: 'cancelled' });
    await completeIndex(stores, index_id);
  }
  return open.length > 0;
}

/** Changes the state of a job. The document shows the state in the active index, or in the only one. */
async function record(
  { collection }: Pick<Stores, 'collection'>,
  key: Pick<IndexingRow, 'index_id' | 'document_id'>,
  change: Partial<IndexingRow> & { state: DocumentState },
): Promise<void> {
  await collection.indexings.change(key, change);
  const index = await collection.indexes.find({ id: key.index_id });
  if (index?.status !== 'active') return;
  const { state, error_code = null, error_detail = null } = change;
  const now = new Date().toISOString();
  await collection.documents.change(
    { id: key.document_id },
    {
      state,
      error_code: state === 'failed' ? error_code : null,
      error_detail: state === 'failed' ? error_detail : null,
      updated_at: now,
      ...(state === 'ready' && { ready_at: now }),
    },
  );
}
