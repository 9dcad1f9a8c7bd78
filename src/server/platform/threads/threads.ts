import { availableParallelism } from 'node:os';
import { type Transferable, Worker } from 'node:worker_threads';
import { Shares } from '#core/shares.ts';
import { ProblemError } from '#domain/problem.ts';
import { requireRoom } from '#domain/require-room.ts';

/** What a thread is told to do, and what it answers. */
export interface Order {
  /** URL of the module whose `JOBS` contains the function. */
  jobs: string;
  name: string;
  payload: unknown;
}
export type Done = { value: unknown } | { error: string };

export interface ThreadOptions {
  /** Whose share it takes: an organisation's id. */
  owner: string;
  /** Ends it early; its thread ends too. */
  signal?: AbortSignal | undefined;
  /** By default 30 s. Waiting for a thread doesn't count. */
  timeoutMs?: number;
  /** Buffers in the payload that move to the thread instead of being copied. */
  transfer?: readonly Transferable[];
}

export interface ThreadsOptions {
  /** Module with the functions, as in `jobs.ts`. */
  jobs: URL;
  /** At least two, so that nobody holds all of them. By default one for each core but one. */
  threads?: number;
  /** How many orders may be in progress or waiting. Each keeps its payload in memory. */
  orders?: number;
  /** Threads that have had nothing to do for this long end, since each uses tens of megabytes. */
  idleMs?: number;
  /** A function that needs more memory than this ends with its thread. */
  memoryMb?: number;
}

type Limits = Required<Pick<ThreadOptions, 'timeoutMs' | 'transfer'>> &
  Pick<ThreadOptions, 'signal'>;

const TIMEOUT_MS = 30_000;

/**
 * Threads for pure functions that would hold up everything else in this one. Organisations share them: one alone waits
 * for its own, and what has no room to wait is refused.
 */
export class Threads {
  readonly #jobs: string;
  readonly #idleMs: number;
  readonly #memoryMb: number;
  readonly #orders: Shares;
  readonly #turns: Shares;
  readonly #idle = new Map<Worker, NodeJS.Timeout>();

  constructor({
    jobs,
    threads = Math.min(4, availableParallelism() - 1),
    orders = 32,
    idleMs = 60_000,
    memoryMb = 512,
  }: ThreadsOptions) {
    this.#jobs = jobs.href;
    this.#idleMs = idleMs;
    this.#memoryMb = memoryMb;
    this.#orders = new Shares({ total: orders });
    this.#turns = new Shares({ total: Math.max(2, threads) });
  }

  /**
   * Performs a function in a thread. It takes about 0.2 ms more there, and 0.3 s more in a thread that must start first,
   * so small things are better done right here.
   * @throws ProblemError 429 or 503 when there are too many orders, 503 when it takes too much time or memory; the signal's reason
   */
  async run(
    name: string,
    payload: unknown,
    { owner, signal, timeoutMs = TIMEOUT_MS, transfer = [] }: ThreadOptions,
  ): Promise<unknown> {
    requireRoom(this.#orders, owner, 'large requests');
    const place = this.#orders.seat(owner);
    place.insist();
    const turn = this.#turns.seat(owner);
    try {
      await turn.take(signal);
      const order: Order = { jobs: this.#jobs, name, payload };
      return await this.#perform(order, { signal, timeoutMs, transfer });
    } finally {
      turn.release();
      place.release();
    }
  }

  async #perform(order: Order, { signal, timeoutMs, transfer }: Limits): Promise<unknown> {
    const thread = this.#take();
    const { promise, resolve, reject } = Promise.withResolvers<Done>();
    const fail = (error: Error & { code?: string }) =>
      reject(
        error.code === 'ERR_WORKER_OUT_OF_MEMORY'
          ? tooMuch(`more than ${this.#memoryMb} MB of memory`)
          : error,
      );
    const end = (code: number) => reject(new Error(`The thread ended with code ${code}`));
    const abort = () => reject(signal?.reason);
    const timer = setTimeout(
      () => reject(tooMuch(`longer than ${timeoutMs / 1000} seconds`)),
      timeoutMs,
    );
    thread.on('message', resolve).on('error', fail).on('exit', end);
    signal?.addEventListener('abort', abort);
    let isReusable = false;
    try {
      thread.postMessage(order, transfer);
      const done = await promise;
      isReusable = true;
      if ('error' in done) throw new Error(`${order.name} failed in its thread: ${done.error}`);
      return done.value;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
      thread.off('message', resolve).off('error', fail).off('exit', end);
      if (isReusable) this.#keep(thread);
      else void thread.terminate();
    }
  }

  #take(): Worker {
    const [idle] = this.#idle.keys();
    if (idle) {
      clearTimeout(this.#idle.get(idle));
      this.#idle.delete(idle);
      idle.ref();
      return idle;
    }
    const thread = new Worker(new URL('./thread.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: this.#memoryMb },
    });
    thread.on('error', () => undefined);
    return thread.on('exit', () => {
      clearTimeout(this.#idle.get(thread));
      this.#idle.delete(thread);
    });
  }

  /** Idle threads don't keep the process alive. */
  #keep(thread: Worker): void {
    thread.unref();
    this.#idle.set(thread, setTimeout(() => void thread.terminate(), this.#idleMs).unref());
  }
}

function tooMuch(what: string): ProblemError {
  return new ProblemError('unavailable', `This took ${what}, so it was stopped. Try it with less.`);
}
