import { Worker } from 'node:worker_threads';
import { estimateTokens } from '#core/run/tokens.ts';
import { Shares } from '#core/shares.ts';

/** The tokenizer uses tens of megabytes, so it is unloaded after being unused for this long. */
const IDLE_MS = 60_000;

type Settle = (tokens: number | undefined) => void;

let worker: Worker | undefined;
let idle: NodeJS.Timeout | undefined;
let lastId = 0;
const waiting = new Map<number, Settle>();
/** The texts with the worker, which counts one after the other. */
const shares = new Shares({ total: 4 });

/**
 * Counts a text's tokens with the tokenizer of current OpenAI models, which is close enough for billing what a provider
 * didn't report. Runs in a separate thread, started on first use and shared by all organisations. If that fails, the
 * count is estimated.
 */
export async function countTokens(text: string, orgId: string): Promise<number> {
  if (text === '') return 0;
  const seat = shares.seat(orgId);
  await seat.take();
  try {
    return (await countInWorker(text)) ?? estimateTokens(text.length);
  } finally {
    seat.release();
  }
}

function countInWorker(text: string): Promise<number | undefined> {
  const { promise, resolve } = Promise.withResolvers<number | undefined>();
  lastId += 1;
  waiting.set(lastId, resolve);
  worker ??= startWorker();
  worker.ref();
  worker.postMessage({ id: lastId, text });
  return promise;
}

function startWorker(): Worker {
  const started = new Worker(new URL('./token-worker.ts', import.meta.url));
  started.on('message', ({ id, tokens }: { id: number; tokens: number }) => settle(id, tokens));
  started.on('error', () => end(started));
  started.on('exit', () => end(started));
  return started;
}

function settle(id: number, tokens: number | undefined): void {
  waiting.get(id)?.(tokens);
  waiting.delete(id);
  if (waiting.size > 0) return;
  // Doesn't keep the process alive.
  worker?.unref();
  clearTimeout(idle);
  idle = setTimeout(() => void worker?.terminate(), IDLE_MS).unref();
}

function end(ended: Worker): void {
  if (worker !== ended) return;
  worker = undefined;
  for (const id of [...waiting.keys()]) settle(id, undefined);
}
