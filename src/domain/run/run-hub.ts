import { persist } from '#core/async/persist.ts';
import { newId } from '#core/ids.ts';
import { Shares } from '#core/shares.ts';
import type { Run } from '#generated/model/index.ts';
import { INTERNAL_ERROR } from '../problem.ts';
import { requireRoom, tooBusy } from '../require-room.ts';
import type { Outcome, RunJob } from './execution/run-job.ts';
import { CANCELLED, type LiveRun } from './live-run.ts';
import type { EndedRow, RunRow } from './run.tables.ts';
import { whenEnded } from './run-view.ts';
import { packSteps, toRun } from './to-run.ts';

const MAX_ACTIVE = 1024;
/** Runs that execute, are queued or wait for a person. More would wait too long to be useful. */
const MAX_LIVE = 10_000;
/** The maximum of the token columns. */
const TOKENS_STORED_MAX = 2 ** 31 - 1;

interface RunHubPorts {
  execute: (job: RunJob) => Promise<Outcome>;
  /**
   * Stores the end of a run.
   * @returns whether this ended it; false when it had already ended
   * @throws RowRefused when it can never be stored in this form
   */
  end(row: EndedRow): Promise<boolean>;
  /** The run as stored. */
  find(id: string): Promise<RunRow | undefined>;
  /** Called once the end of a run has been stored. */
  onEnded(id: string): void;
  /** Reports a failure in the background, where no request is waiting for it. */
  report(error: unknown): void;
  /** How many runs execute at once, shared by all organisations; others wait as `queued`. */
  maxActive?: number | undefined;
  /** How many runs are accepted at once, shared by all organisations; others are refused. */
  maxLive?: number | undefined;
  /** The number of processes that execute runs, including this one. */
  processes?: (() => number) | undefined;
}

export type RunHub = ReturnType<typeof createRunHub>;

/** The runs of this process: executes accepted runs and stores their end, independently of any request. */
export function createRunHub(ports: RunHubPorts) {
  const { execute, report, maxActive = MAX_ACTIVE, maxLive = MAX_LIVE, processes } = ports;
  const live = new Map<string, LiveRun>();
  const accepted = new Shares({ total: maxLive });
  const executing = new Shares({ total: maxActive });
  const closing = new AbortController();

  async function conduct(job: RunJob): Promise<void> {
    const { live: one } = job;
    const { run } = one;
    if (run.status === 'queued') {
      one.shown.change({ status: 'running' });
    }
    const outcome = await execute(job);
    const ended: Run = {
      ...run,
      status: outcome.status,
      output: outcome.output,
      citations: outcome.citations ?? [],
      output_valid: outcome.valid,
      usage: one.spending.charged,
      error: outcome.error,
      latency_ms: Math.round(one.shown.elapsed()),
      ended_at: new Date().toISOString(),
    };
    const final = await record(one, ended);
    live.delete(run.id);
    one.shown.end(final);
    ports.onEnded(run.id);
  }

  /**
   * Stores the end. Followers are notified only once it is stored; while the database is unavailable, this keeps
   * retrying. If the database rejects the result, the run ends as failed, without the result.
   */
  async function record(one: LiveRun, result: Run): Promise<Run> {
    let ended = result;
    const end = async (isReduced: boolean): Promise<Run> => {
      if (isReduced && ended === result) ended = withoutResult(one, result);
      if (await ports.end(toEndedRow(one, ended))) return ended;
      // Another process considered this one dead and ended the run; the stored result counts.
      const row = await ports.find(ended.id);
      return row ? toRun(row) : ended;
    };
    // If nothing can be stored, callers who wait must still learn of it; the next process will treat the run as lost.
    return (await persist(end, { closing: closing.signal, report })) ?? ended;
  }

  return {
    /**
     * How many runs of an organisation execute concurrently; the others wait as `queued`. Each process executes an equal
     * part of them, at least one.
     */
    limit(orgId: string, most: number): void {
      executing.limit(orgId, Math.ceil(most / (processes?.() ?? 1)));
    },
    /** Whether a run of the organisation would start immediately if it were accepted now. */
    hasRoom(orgId: string): boolean {
      return executing.hasRoom(orgId);
    },
    /**
     * Refuses a run that would wait too long, and all of them during shutdown.
     * @throws ProblemError 429 when the organisation has used up its share, 503
     */
    requireRoom(orgId: string): void {
      if (closing.signal.aborted) throw tooBusy('runs');
      requireRoom(accepted, orgId, 'runs');
    },
    /** Starts executing a stored run, or queues it. */
    run(job: RunJob): void {
      const { live: one } = job;
      live.set(one.run.id, one);
      const place = accepted.seat(one.orgId);
      place.insist();
      const slot = executing.seat(one.orgId);
      one.waiting.slot = slot;
      const turn = slot.take(one.abort.signal);
      // Other runs may have taken the slot since it was accepted.
      if (!slot.isHeld) one.run.status = 'queued';
      // A queued run that is cancelled doesn't wait for its turn before it ends.
      void turn
        .catch(() => {})
        .then(() => conduct(job))
        .finally(() => {
          slot.release();
          place.release();
        });
    },
    /** The run, while it executes or waits in this process. */
    find(id: string): LiveRun | undefined {
      return live.get(id);
    },
    all(): Iterable<LiveRun> {
      return live.values();
    },
    /** Stops a run in this process; its end arrives later. */
    cancel(id: string): LiveRun | undefined {
      const one = live.get(id);
      one?.abort.abort(CANCELLED);
      return one;
    },
    /**
     * Accepts no more runs and waits for those in progress, for at most the given milliseconds; then stops
     * them with the given reason, and waits until that has been stored.
     */
    async drain(patience: number, reason: unknown): Promise<void> {
      closing.abort();
      const timer = setTimeout(() => {
        for (const one of live.values()) one.abort.abort(reason);
      }, patience);
      while (live.size > 0)
        await Promise.all([...live.values()].map((one) => whenEnded(one.shown)));
      clearTimeout(timer);
    },
  };
}

function toEndedRow(one: LiveRun, ended: Run): EndedRow {
  return {
    id: ended.id,
    status: ended.status as Outcome['status'],
    output: typeof ended.output === 'object' ? ended.output : null,
    output_text: ended.output_text,
    citations: ended.citations.length > 0 ? ended.citations : null,
    resets: one.shown.resets,
    output_valid: ended.output_valid,
    input_tokens: ended.usage.input_tokens,
    output_tokens: ended.usage.output_tokens,
    cost: ended.usage.cost,
    billed: one.spending.billed,
    latency_ms: ended.latency_ms,
    first_token_ms: ended.first_token_ms,
    error: ended.error,
    ended_at: ended.ended_at,
    entry_id: newId('entry'),
    steps: packSteps(one.shown.steps, ended),
  };
}

/** A run whose result can't be stored. What it used is billed, because the provider charges for it. */
function withoutResult(one: LiveRun, ended: Run): Run {
  one.shown.steps.length = 0;
  return {
    ...ended,
    status: 'failed',
    output: null,
    output_text: '',
    citations: [],
    output_valid: null,
    usage: {
      input_tokens: Math.min(ended.usage.input_tokens, TOKENS_STORED_MAX),
      output_tokens: Math.min(ended.usage.output_tokens, TOKENS_STORED_MAX),
      cost: ended.usage.cost,
    },
    error: INTERNAL_ERROR,
  };
}
