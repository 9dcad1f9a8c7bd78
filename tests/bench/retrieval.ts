import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { newId } from '#core/ids.ts';
import type { ChunkFilter, ChunkStore, NewChunk } from '#domain/collection/chunk-store.ts';
import { findPassages, type Question } from '#domain/collection/search/find-passages.ts';
import type { Database } from '#server/db/client.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { createTestPostgres } from '#server/db/testing.ts';
import { vacuum } from '#server/db/upkeep.ts';
import { chunkStore } from '#server/features/collection/chunk.repository.ts';
import { vectorText } from '#server/features/collection/chunk-search.repository.ts';
import { bareSearch } from './baselines/bare-search.ts';
import { sizeOf } from './size.ts';
import { median, percentile, round } from './statistics.ts';
import { words } from './words.ts';

const DOCUMENTS = sizeOf('BENCH_DOCUMENTS', 1000, 20);
const CHUNKS_EACH = 100;
const DIMENSIONS = 384;
const TOPICS = 200;
const WORDS = 120;
/** How many chunks the ingestion stores at once. */
const BATCH = 32;
const SEARCHES = sizeOf('BENCH_SEARCHES', 200, 5);
const INDEX = { id: 'index_bench', embedding_model: 'bench' };
const QUESTION = { top_k: 5, threshold: 0, mode: 'hybrid', filter: {}, neighbours: 1 } as const;

/**
 * Ingestion and search in a collection of 1,000 documents and 100,000 chunks, on the embedded database and, with
 * TEST_DATABASE_URL, on PostgreSQL with what it has, beside the bare statements. Words are as frequent as in English, and
 * vectors form clusters.
 */
export async function benchRetrieval(): Promise<object> {
  const dataDir = mkdtempSync(join(tmpdir(), 'taskloom-bench-'));
  const results: Record<string, object> = {};
  try {
    results.embedded = await measure(await openDatabase({ dataDir }));
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
  const server = process.env.TEST_DATABASE_URL;
  if (server) {
    const { url, drop } = await createTestPostgres(server);
    try {
      results.PostgreSQL = await measure(await openDatabase({ dataDir, databaseUrl: url }));
    } finally {
      await drop();
    }
  }
  return results;
}

async function measure(database: Database): Promise<object> {
  try {
    const chunks = chunkStore(database.db, async (_index, { document_ids }) => document_ids);
    const found = (asked: Partial<Question> = {}) => search(chunks, asked);
    const ingestion = await ingest(chunks, found);
    const before = process.memoryUsage().rss;
    await vacuum(database.db);
    const few = { document_ids: some(1) };
    const half = { document_ids: some(DOCUMENTS / 2) };
    const bare = bareSearch(database, DIMENSIONS);
    const engine = () =>
      bare({ words: words(6).split(' '), vector: vectorText(anyVector()) ?? '' });
    return {
      ingestion: { ...ingestion, 'MB resident': round(before / 1e6, 0) },
      ...(await timed({
        'engine alone': engine,
        'words and vectors': () => found(),
        'words only': () => found({ mode: 'words' }),
        'vectors only': () => found({ mode: 'meaning' }),
        'half of the documents': () => found({ filter: half }),
        'one document': () => found({ filter: few }),
      })),
    };
  } finally {
    await database.close();
  }
}

async function ingest(
  chunks: ChunkStore,
  searched: () => Promise<unknown>,
): Promise<Record<string, number>> {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  const meanwhile: number[] = [];
  const began = performance.now();
  let generating = 0;
  delay.enable();
  for (let at = 0; at < DOCUMENTS * CHUNKS_EACH; at += BATCH) {
    const start = performance.now();
    const rows = Array.from({ length: BATCH }, (_, offset) => newChunk(at + offset));
    const vectors = rows.map(({ position }) => vectorNear(position % TOPICS));
    generating += performance.now() - start;
    await chunks.insert(rows, { language: 'en', vectors });
    if ((at / BATCH) % 50 !== 49) continue;
    const asked = performance.now();
    await searched();
    meanwhile.push(performance.now() - asked);
  }
  delay.disable();
  const seconds = (performance.now() - began - generating - sum(meanwhile)) / 1000;
  return {
    'chunks/s': round((DOCUMENTS * CHUNKS_EACH) / seconds, 0),
    'event loop p99 ms': round(delay.percentile(99) / 1e6),
    'event loop max ms': round(delay.max / 1e6),
    'search meanwhile p95 ms': round(percentile(meanwhile, 0.95)),
  };
}

async function search(chunks: ChunkStore, asked: Partial<Question>): Promise<void> {
  const query = words(6);
  const embed = async () => anyVector();
  const question = { ...QUESTION, query, ...asked };
  await findPassages({ chunks, embed }, [INDEX], question, new AbortController().signal);
}

/** Measures several kinds of searches in turn, the first of which the others are compared with. */
async function timed(
  searches: Readonly<Record<string, () => Promise<unknown>>>,
): Promise<Record<string, object>> {
  const samples = Object.entries(searches).map(([name, work]) => ({
    name,
    work,
    ms: [] as number[],
  }));
  for (let at = -10; at < SEARCHES; at += 1) {
    for (const { work, ms } of samples) {
      const began = performance.now();
      await work();
      if (at >= 0) ms.push(performance.now() - began);
    }
  }
  const first = median(samples[0]?.ms ?? []);
  return Object.fromEntries(
    samples.map(({ name, ms }) => [
      name,
      {
        'p50 ms': round(median(ms)),
        'p95 ms': round(percentile(ms, 0.95)),
        'times the engine': round(median(ms) / first),
      },
    ]),
  );
}

function newChunk(at: number): NewChunk {
  const position = at % CHUNKS_EACH;
  const text = words(WORDS);
  return {
    id: newId('chunk'),
    index_id: INDEX.id,
    collection_id: 'collection_bench',
    document_id: documentId(Math.floor(at / CHUNKS_EACH)),
    position,
    start: position * 1000,
    end: position * 1000 + text.length,
    text,
    tokens: WORDS,
    heading_path: [],
    indexed: text,
  };
}

function documentId(at: number): string {
  return `document_${String(at).padStart(26, '0')}`;
}

function some(count: number): NonNullable<ChunkFilter['document_ids']> {
  return Array.from({ length: count }, (_, at) => documentId(at * Math.floor(DOCUMENTS / count)));
}

function anyVector(): Float32Array {
  return vectorNear(Math.floor(Math.random() * TOPICS));
}

function vectorNear(topic: number): Float32Array {
  return Float32Array.from({ length: DIMENSIONS }, (_, d) => {
    const noise = Math.random() + Math.random() + Math.random() - 1.5;
    return Math.sin((topic + 1) * (d + 1) * 1.7) + noise;
  });
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
