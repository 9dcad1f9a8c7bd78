import { toTime } from '#core/time.ts';
import type { Run, RunFigures, RunStats } from '#generated/model/index.ts';
import { timestamp } from '../store.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** What runs come to, over time and by revision, as the server counts it. */
export function figuresOf(
  runs: readonly Run[],
  query: { created_after?: string | undefined; created_before?: string | undefined },
  now: number,
): RunStats {
  const until = query.created_before ? toTime(query.created_before) : now;
  const asked = query.created_after ? toTime(query.created_after) : until - 7 * DAY;
  const since = Math.min(Math.max(asked, until - 366 * DAY), until);
  const within = runs.filter(({ created_at }) => Date.parse(created_at) >= since);
  const step = until - since <= 2 * DAY ? HOUR : DAY;
  const buckets: RunStats['buckets'] = [];
  for (let at = Math.floor(since / step) * step; at < until; at += step) {
    const own = within.filter(({ created_at }) => {
      const time = Date.parse(created_at);
      return time >= at && time < at + step;
    });
    buckets.push({ at: timestamp(at), ...toFigures(own) });
  }
  const byRevision = Map.groupBy(within, (run) => `${run.task_id} ${run.revision}`);
  const revisions = [...byRevision.values()].map((own) => {
    const { task_id, task_name, revision } = own.at(-1) as Run;
    return { task_id, task_name, revision, ...toFigures(own) };
  });
  return {
    since: timestamp(since),
    until: timestamp(until),
    interval: step === HOUR ? 'hour' : 'day',
    total: toFigures(within),
    buckets,
    revisions: revisions.sort((a, b) => b.runs - a.runs).slice(0, 50),
  };
}

function toFigures(runs: readonly Run[]): RunFigures {
  const count = (test: (run: Run) => boolean) => runs.filter(test).length;
  const sum = (value: (run: Run) => number) => runs.reduce((all, run) => all + value(run), 0);
  const latencies = runs
    .flatMap((run) => (run.status === 'succeeded' ? [run.latency_ms ?? 0] : []))
    .sort((a, b) => a - b);
  const percentile = (share: number) =>
    latencies[Math.max(0, Math.ceil(share * latencies.length) - 1)] ?? null;
  return {
    runs: runs.length,
    succeeded: count(({ status }) => status === 'succeeded'),
    failed: count(({ status }) => status === 'failed'),
    cancelled: count(({ status }) => status === 'cancelled'),
    valid: count(({ output_valid }) => output_valid === true),
    invalid: count(({ output_valid }) => output_valid === false),
    cost: sum(({ usage }) => usage.cost ?? 0),
    unpriced_runs: count(({ usage, ended_at }) => usage.cost === null && ended_at !== null),
    input_tokens: sum(({ usage }) => usage.input_tokens),
    output_tokens: sum(({ usage }) => usage.output_tokens),
    latency_p50: percentile(0.5),
    latency_p95: percentile(0.95),
    latency_p99: percentile(0.99),
  };
}
