import { availableParallelism } from 'node:os';
import { type Transferable, Worker } from 'node:worker_threads';
import { Shares } from '#core/shares.ts';
import { ProblemError } from '#domain/problem.ts';
import { requireRoom } from '#domain/require-room.ts';

/** The messages to and from a thread. */
export interface Order {
  /** URL of the module whose `JOBS` contains the function. */
  jobs: string;
  name: string;
  payload: unknown;
}
export type Done = { value: unknown } | { error: string };

export interface ThreadOptions {
  /** The organisation whose share it uses. */
  owner: string;
  /** Aborts it by terminating its thread. */
  signal?: AbortSignal | undefined;
  /** 30 s by default, not counting the wait for a thread. */
  timeoutMs?: number;
  /** Buffers in the payload to transfer instead of copying. */
  transfer?: readonly Transferable[];
}

export interface ThreadsOptions {
  /** Module with the functions, as in `jobs.ts`. */
  jobs: URL;
  /** At least two, so that one organisation can't hold all of them. By default one less than there are cores. */
  threads?: number;
  /** The maximum number of jobs running or waiting. Each keeps its payload in memory. */
  orders?: number;
  /** Threads end after being idle for this long, because each uses tens of megabytes. */
  idleMs?: number;
  /** A job that exceeds this heap size is terminated with its thread. */
  memoryMb?: number;
}

type Limits = Required<Pick<ThreadOptions, 'timeoutMs' | 'transfer'>> &
  Pick<ThreadOptions, 'signal'>;

const TIMEOUT_MS = 30_000;

/**
 * A thread pool for pure functions that would block the main thread. Organisations share it fairly: each waits only for
 * its own jobs, and jobs beyond the queue's limit are refused.
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
   * Runs a job in a thread. The overhead is about 0.2 ms, or 0.3 s if a thread must be started, so small jobs are
   * faster on the main thread.
   * @throws ProblemError 429 or 503 when too many jobs are waiting, 503 when it takes too much time or memory; the
   * signal's reason
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
  return new ProblemError(
    'unavailable',
    `This took ${what}, so it was stopped. Try again with less data.`,
  );
}
