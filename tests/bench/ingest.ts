import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { UPLOAD_PART_BYTES } from '#core/limits.ts';
import { createUploads, uploadDocument, uploadPart } from '#generated/sdk/index.ts';
import { KINDS, type Kind, largeFiles } from './ingest-files.ts';
import type { LoopDelays } from './loop-delay.ts';
import { forgetPeak, megabytesOf } from './server-process.ts';
import { isSmall, sizeOf } from './size.ts';
import { median, percentile, round } from './statistics.ts';
import { words } from './words.ts';
import { makeTask, openWorkbench, type Workbench } from './workbench.ts';

/** Documents of each kind. */
const DOCUMENTS = sizeOf('BENCH_INGEST_DOCUMENTS', 40, 1);
/** 7,200 words, and about 40 chunks. */
const PARAGRAPHS = 120;
const UPLOADS_AT_ONCE = 4;
const LARGE_MB = sizeOf('BENCH_LARGE_MB', 200, 2);
/** Bytes of long texts that are accepted. In the text of a table, each cell is preceded by the name of its column. */
const LONG_BYTES = sizeOf('BENCH_LONG_BYTES', 4_000_000, 100_000);
const LONG = { 'log.txt': LONG_BYTES, 'rows.csv': LONG_BYTES / 2 };
const IDLE_MS = sizeOf('BENCH_IDLE_MS', 5000, 500);
const PAUSE_MS = 20;

interface Ingestion {
  bench: Workbench;
  /** The collection's path. */
  path: string;
  delays: string;
  /** Calls the task, and searches, as an API client. */
  run(): Promise<unknown>;
  search(): Promise<unknown>;
}

/**
 * How fast documents are ingested, through a real server with 384-dimensional vectors, beside what the bare libraries
 * take to read them; what runs, searches and the event loop are like meanwhile; and the memory that large files take.
 */
export async function benchIngest(): Promise<object> {
  const folder = mkdtempSync(join(tmpdir(), 'taskloom-bench-'));
  const delays = join(folder, 'delays.json');
  const bench = await openWorkbench(0, {
    EMBEDDING_MODELS: 'compatible/fake-vectors-384',
    MODEL_PRICES: 'compatible/fake-model=0.01/0.01,compatible/fake-vectors-384=0.01/0.01',
    DOCUMENT_MAX_MB: String(LARGE_MB),
    NODE_OPTIONS: `--import=${pathToFileURL(join(import.meta.dirname, 'loop-delay.ts'))}`,
    BENCH_LOOP_DELAYS: delays,
  });
  try {
    const ingestion = await prepare(bench, delays);
    const speed: Record<string, object> = {};
    const meanwhile: Record<string, object> = {};
    meanwhile.idle = (await watched(ingestion, () => setTimeout(IDLE_MS))).meanwhile;
    for (const [name, kind] of Object.entries(KINDS)) {
      const measured = await ingest(ingestion, kind);
      speed[name] = measured.speed;
      meanwhile[name] = measured.meanwhile;
    }
    const large: Record<string, object> = {};
    // In its smallest size, it has these below.
    for (const [name, file] of Object.entries(largeFiles(LARGE_MB * 1024 * 1024)))
      if (!isSmall || !(name in LONG))
        large[`${LARGE_MB} MB ${name}`] = await ingestLarge(ingestion, name, file);
    for (const [name, size] of Object.entries(LONG))
      large[`${size / 1e6} MB ${name}`] = await ingestLarge(
        ingestion,
        name,
        largeFiles(size)[name],
      );
    return { speed, meanwhile, large };
  } finally {
    await bench.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A task to run, a collection to ingest into, and another one to search, whose documents are ready. */
async function prepare(bench: Workbench, delays: string): Promise<Ingestion> {
  const project = `/org/${bench.orgId}/project/${bench.projectId}`;
  const { task } = await makeTask(bench);
  const settings = { embedding_model: 'compatible/fake-vectors-384' };
  const [path, searched] = await Promise.all(
    ['Ingested', 'Searched'].map(async (name) => {
      const made = await bench.call<{ id: string }>('POST', `${project}/collection`, {
        name,
        settings,
      });
      return `${project}/collection/${made.id}`;
    }),
  );
  for (let at = 0; at < 10; at += 1)
    await upload(bench, searched as string, 'searched.md', markdown());
  await ended(bench, searched as string, 10);
  return {
    bench,
    delays,
    path: path as string,
    run: () => bench.call('POST', `${task}/run`, { inputs: { review: words(20) } }),
    search: () => bench.call('POST', `${searched}/search`, { query: words(6) }),
  };
}

const markdown = () => (KINDS['Markdown, decoded'] as Kind).file(PARAGRAPHS);

/** Ingests documents of a kind, and reads the same ones with the bare library, before and afterwards. */
async function ingest(ingestion: Ingestion, kind: Kind) {
  const { bench, path } = ingestion;
  const files = Array.from({ length: DOCUMENTS }, () => kind.file(PARAGRAPHS));
  const megabytes = files.reduce((sum, file) => sum + file.length, 0) / 1e6;
  const before = await countsOf(bench, path);
  const bare = [await secondsOf(kind, files)];
  const work = await watched(ingestion, async () => {
    const left = [...files];
    const uploading = Array.from({ length: UPLOADS_AT_ONCE }, async () => {
      for (let file = left.pop(); file; file = left.pop())
        await upload(bench, path, `document.${kind.extension}`, file);
    });
    await Promise.all(uploading);
    await ended(bench, path, before.documents + DOCUMENTS);
  });
  bare.push(await secondsOf(kind, files));
  const { failed, chunks } = await countsOf(bench, path);
  if (failed > before.failed) throw new Error(`${failed} documents failed`);
  const library = median(bare);
  return {
    meanwhile: work.meanwhile,
    speed: {
      'MB/s': round(megabytes / work.seconds),
      'MB/s, library': round(megabytes / library),
      'times the library': round(work.seconds / library, 1),
      'chunks/s': round((chunks - before.chunks) / work.seconds, 0),
    },
  };
}

async function secondsOf({ bare }: Kind, files: readonly Uint8Array[]): Promise<number> {
  const began = performance.now();
  for (const file of files) await bare(file);
  return (performance.now() - began) / 1000;
}

/** Uploads a large file, and waits until it is indexed or refused. */
async function ingestLarge(
  ingestion: Ingestion,
  name: string,
  build: (() => Uint8Array) | undefined,
): Promise<object> {
  const { bench, path } = ingestion;
  const file = build?.() ?? new Uint8Array();
  const before = await countsOf(bench, path);
  const resident = megabytesOf(bench.server.child.pid) ?? Number.NaN;
  const { seconds, meanwhile, peak } = await watched(ingestion, async () => {
    await upload(bench, path, name, file);
    await ended(bench, path, before.documents + 1);
  });
  const after = await countsOf(bench, path);
  const { results } = await bench.call<{ results: { error: { detail: string } | null }[] }>(
    'GET',
    `${path}/document?sort=-created_at&page_limit=1`,
  );
  return {
    seconds: round(seconds, 1),
    chunks: after.chunks - before.chunks,
    'MB before': resident,
    'MB at most': peak,
    'loop p99 ms': meanwhile['loop p99 ms'],
    'loop max ms': meanwhile['loop max ms'],
    'search p95 ms': meanwhile['search p95 ms'],
    result: results[0]?.error?.detail ?? 'ready',
  };
}

/** Runs a task and searches while something happens, and measures them and the server. */
async function watched({ bench, delays, run, search }: Ingestion, work: () => Promise<unknown>) {
  const { pid } = bench.server.child;
  forgetPeak(pid);
  await loopDelays(bench, delays);
  let isDone = false;
  const errors: unknown[] = [];
  const times = async (one: () => Promise<unknown>) => {
    const samples: number[] = [];
    while (!isDone) {
      const began = performance.now();
      await one().then(
        () => samples.push(performance.now() - began),
        (error) => errors.push(error),
      );
      await setTimeout(PAUSE_MS);
    }
    return samples;
  };
  const measuring = Promise.all([times(run), times(search)]);
  const began = performance.now();
  await work();
  const seconds = (performance.now() - began) / 1000;
  isDone = true;
  const [runs, searches] = await measuring;
  if (errors.length > 0) console.error(errors[0], bench.server.output());
  const loop = await loopDelays(bench, delays);
  return {
    seconds,
    peak: megabytesOf(pid, 'VmHWM'),
    meanwhile: {
      'loop p99 ms': round(loop.p99, 1),
      'loop max ms': round(loop.max, 1),
      'run p50 ms': round(median(runs), 1),
      'run p95 ms': round(percentile(runs, 0.95), 1),
      'search p50 ms': round(median(searches), 1),
      'search p95 ms': round(percentile(searches, 0.95), 1),
      'MB at most': megabytesOf(pid, 'VmHWM'),
      errors: errors.length,
    },
  };
}

/** The event-loop delays of the server since the last call. */
async function loopDelays({ server }: Workbench, file: string): Promise<LoopDelays> {
  rmSync(file, { force: true });
  server.child.kill('SIGUSR2');
  for (;;) {
    try {
      return JSON.parse(readFileSync(file, 'utf8'));
    } catch {
      await setTimeout(10);
    }
  }
}

/** Uploads a file as the console does: at once, or in parts if it is large. */
async function upload(
  { place }: Workbench,
  path: string,
  name: string,
  bytes: Uint8Array,
): Promise<void> {
  const fileOf = (part: Uint8Array) => new File([part as Uint8Array<ArrayBuffer>], name);
  const collectionId = path.split('/').at(-1) ?? '';
  const size = bytes.length;
  if (size <= UPLOAD_PART_BYTES) {
    const body = { file: fileOf(bytes) };
    await uploadDocument({ ...place, path: { ...place.path, collectionId }, body });
    return;
  }
  const { data } = await createUploads({
    ...place,
    body: { purpose: 'document', collection_id: collectionId, files: [{ name, size }] },
  });
  const own = { ...place.path, uploadId: data.results[0]?.upload?.id ?? '' };
  for (let offset = 0; offset < size; offset += UPLOAD_PART_BYTES) {
    const body = { file: fileOf(bytes.subarray(offset, offset + UPLOAD_PART_BYTES)) };
    await uploadPart({ ...place, path: own, query: { offset }, body });
  }
}

type Counts = Record<'documents' | 'ready' | 'failed' | 'chunks', number>;

async function countsOf({ call }: Workbench, path: string): Promise<Counts> {
  return (await call<{ counts: Counts }>('GET', path)).counts;
}

/** Waits until this many documents are indexed or have failed. */
async function ended(bench: Workbench, path: string, documents: number): Promise<void> {
  for (;;) {
    const { ready, failed } = await countsOf(bench, path);
    if (ready + failed >= documents) return;
    await setTimeout(100);
  }
}
