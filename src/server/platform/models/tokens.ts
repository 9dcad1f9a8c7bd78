import { Worker } from 'node:worker_threads';

/** The tokenizer takes tens of megabytes: it is let go when nobody has needed it for so long. */
const IDLE_MS = 60_000;

type Settle = (tokens: number | undefined) => void;

let worker: Worker | undefined;
let idle: NodeJS.Timeout | undefined;
let lastId = 0;
const waiting = new Map<number, Settle>();

/**
 * How many tokens a text has by the tokenizer of current OpenAI models: close enough to bill what a provider did not
 * report. Counted in a thread of its own, which is started when first needed; should that fail, it is estimated.
 */
export async function countTokens(text: string): Promise<number> {
  if (text === '') return 0;
  const { promise, resolve } = Promise.withResolvers<number | undefined>();
  lastId += 1;
  waiting.set(lastId, resolve);
  worker ??= startWorker();
  worker.ref();
  worker.postMessage({ id: lastId, text });
  return (await promise) ?? estimateTokens(text.length);
}

/** A rough count that costs nothing, for figures that are shown while a run goes on. */
export function estimateTokens(characters: number): number {
  return Math.ceil(characters / 4);
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
  // A process that is about to end does not wait for it.
  worker?.unref();
  clearTimeout(idle);
  idle = setTimeout(() => void worker?.terminate(), IDLE_MS).unref();
}

function end(ended: Worker): void {
  if (worker !== ended) return;
  worker = undefined;
  for (const id of [...waiting.keys()]) settle(id, undefined);
}
