/**
 * Background work whose queue is a table of its area. People look at those rows (deliveries, evaluations), and the
 * statement that ends runs writes webhook events, so each area has its own table; this worker does the rest. A queue of
 * pg-boss was slower, and its states would have to be kept in step with those in our tables.
 */
import { setTimeout } from 'node:timers/promises';
import type { Shares } from '#core/shares.ts';
import type { Tx } from '../../db/client.ts';
import { forAll } from '../../db/turns/cause.ts';
import { keepLease, LeaseLost } from './lease.ts';
import type { Presence } from './presence.ts';
import { createSchedule } from './schedule.ts';

const GATHER_MS = 20;

/** The limits of a claim. */
export interface Room {
  /** Maximum number of jobs. */
  limit: number;
  /** The most that one owner may have in progress. */
  each: number;
  /** As in `Shares`. */
  freeForOne: number;
  /** How many jobs of each owner are in progress in this process: the claim gives each its share. */
  owners: ReadonlyMap<string, number>;
  /** How many jobs of each group are in progress in this process, for queues that limit them. */
  groups: ReadonlyMap<string, number>;
}

/** A table whose rows are work. */
export interface Queue<Job> {
  /**
   * Claims jobs that are due, so that no other process takes them until their lease ends. Fewer than the limit means
   * that nothing else is due.
   */
  claim(room: Room): Promise<readonly Job[]>;
  /** Whose job it is: the organisation. */
  ownerOf?(job: Job): string;
  /** The group whose jobs share a limit, so that a slow one does not delay the owner's others: a webhook. */
  groupOf?(job: Job): string;
  /** For jobs that take longer than their lease. Other queues claim a job for longer than any attempt takes. */
  lease?: {
    milliseconds: number;
    /** Extends the lease. False if work must stop because the job was cancelled, deleted or taken over. */
    renew(job: Job): Promise<boolean>;
  };
  /**
   * Runs the job and records the outcome. The signal aborts when this process closes or has lost the job: stop soon,
   * and throw its reason unless the outcome has been recorded.
   */
  work(job: Job, signal: AbortSignal): Promise<void>;
  /** Records that `work` threw: when the job is due again, or that it has failed for good. */
  fail(job: Job, error: unknown): Promise<void>;
  /** Releases a job that this process did not finish, so that others can take it immediately. */
  release(job: Job): Promise<void>;
  /** Ends the leases of processes that died. */
  free(tx: Tx, dead: readonly string[]): Promise<void>;
}

export interface WorkerOptions {
  /** The jobs in progress, shared by their owners. */
  slots: Shares;
  /** How often to look for jobs that were not announced by `kick`: retries, and jobs left by other processes. */
  pollMs: number;
  presence: Pick<Presence, 'onDeath'>;
  /** Where errors are logged. */
  report: (error: unknown) => void;
}

/** Works on a queue until it is closed. Any number of processes may work on the same queue. */
export function createWorker<Job>(queue: Queue<Job>, options: WorkerOptions) {
  const { slots, pollMs, presence, report } = options;
  const underWay = new Map<Job, Promise<void>>();
  const closing = new AbortController();
  const { signal } = closing;
  let filling: Promise<void> | undefined;
  let gathering: Promise<void> | undefined;
  let isKicked = false;

  async function settle(job: Job): Promise<void> {
    const { lease: terms } = queue;
    const lease = terms && keepLease(() => terms.renew(job), terms.milliseconds, report);
    try {
      signal.throwIfAborted();
      await queue.work(job, lease ? AbortSignal.any([signal, lease.signal]) : signal);
    } catch (error) {
      // The process that cancelled or took over the job has recorded that.
      if (lease?.signal.aborted || error instanceof LeaseLost) return;
      await (signal.aborted ? queue.release(job) : queue.fail(job, error));
    } finally {
      await lease?.end();
    }
  }

  function start(job: Job): void {
    const seat = slots.seat(queue.ownerOf?.(job) ?? '');
    seat.insist();
    const done = settle(job)
      .catch(report)
      .finally(() => {
        seat.release();
        underWay.delete(job);
        gather();
      });
    underWay.set(job, done);
  }

  /**
   * Kicks once for all jobs that end at about the same time: claiming one costs the database as much as claiming 30.
   */
  function gather(): void {
    gathering ??= setTimeout(GATHER_MS).then(() => {
      gathering = undefined;
      kick();
    });
  }

  /** Claims until there is no room or nothing is due. */
  async function fill(): Promise<void> {
    while (!signal.aborted && slots.free > 0) {
      const limit = slots.free;
      const groups = Map.groupBy(underWay.keys(), (job) => queue.groupOf?.(job) ?? '');
      const jobs = await queue.claim({
        limit,
        each: slots.each,
        freeForOne: slots.freeForOne,
        owners: slots.held,
        groups: new Map([...groups].map(([group, list]) => [group, list.length])),
      });
      for (const job of jobs) start(job);
      if (jobs.length < limit) return;
    }
  }

  async function fillWhileKicked(): Promise<void> {
    try {
      while (isKicked) {
        isKicked = false;
        await fill();
      }
    } catch (error) {
      report(error);
    } finally {
      // In the same turn of the event loop as the last check of isKicked, so that no kick is missed.
      filling = undefined;
    }
  }

  function kick(): void {
    if (signal.aborted) return;
    isKicked = true;
    // A caller's request may have triggered this, but the jobs found aren't theirs alone.
    filling ??= forAll(fillWhileKicked);
  }

  async function settled(): Promise<void> {
    while (filling || gathering || underWay.size > 0) {
      await Promise.all([filling, gathering, ...underWay.values()]);
    }
  }

  const schedule = createSchedule(report);
  schedule.every(pollMs, async () => kick());
  presence.onDeath(async (tx, dead) => {
    await queue.free(tx, dead);
    return kick;
  });

  return {
    /** Looks for work immediately, because something was enqueued. */
    kick,
    /** Works on everything that is due, and waits until it is done. */
    drain(): Promise<void> {
      kick();
      return settled();
    },
    /** Claims no more, aborts the jobs in progress, and waits for them. */
    async close(): Promise<void> {
      closing.abort();
      await Promise.all([schedule.close(), settled()]);
    },
  };
}
