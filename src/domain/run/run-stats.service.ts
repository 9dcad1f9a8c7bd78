import { toTime } from '#core/time.ts';
import type {
  RunFigures,
  RunStats,
  RunStatsBucket,
  RunStatsRevision,
} from '#generated/model/index.ts';
import type { Reader } from '../access/visible.ts';
import type { Domain } from '../domain.ts';
import type { FiguresRow, RunStore } from './run.store.ts';
import { type RunFilterQuery, toFilter } from './run-filter.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const WINDOW = 7 * DAY;
const MAX_WINDOW = 366 * DAY;
/** Longer periods are grouped by day. */
const HOURLY = 2 * DAY;
const MAX_REVISIONS = 50;

/** Statistics of runs: over time, and by revision. */
export function createRunStatsService({ stores: { run: store } }: Pick<Domain, 'stores'>) {
  return {
    async get(projectId: string, query: RunFilterQuery, reader: Reader): Promise<RunStats> {
      const { since, until } = windowOf(query);
      const interval = until - since <= HOURLY ? ('hour' as const) : ('day' as const);
      const filter = {
        ...toFilter(query, reader),
        created_after: new Date(since).toISOString(),
        created_before: new Date(until).toISOString(),
      };
      const rows = await store.figures(projectId, filter, interval);
      const total = rows.find(({ kind }) => kind === 'total');
      return {
        since: new Date(since).toISOString(),
        until: new Date(until).toISOString(),
        interval,
        total: toFigures(total),
        buckets: toBuckets(rows, { since, until, step: interval === 'hour' ? HOUR : DAY }),
        revisions: await withNames(store, mostRun(rows)),
      };
    },
  };
}

function windowOf(query: RunFilterQuery): { since: number; until: number } {
  const until = query.created_before ? toTime(query.created_before) : Date.now();
  const since = query.created_after ? toTime(query.created_after) : until - WINDOW;
  return { since: Math.min(Math.max(since, until - MAX_WINDOW), until), until };
}

/** A bucket for every hour or day, including those without runs, so that charts have no gaps. */
function toBuckets(
  rows: readonly FiguresRow[],
  { since, until, step }: { since: number; until: number; step: number },
): RunStatsBucket[] {
  const byTime = new Map(
    rows.filter(({ kind }) => kind === 'bucket').map((row) => [Date.parse(row.at ?? ''), row]),
  );
  const buckets: RunStatsBucket[] = [];
  // UTC hours and days start at multiples of their length.
  for (let at = Math.floor(since / step) * step; at < until; at += step) {
    buckets.push({ at: new Date(at).toISOString(), ...toFigures(byTime.get(at)) });
  }
  return buckets;
}

function mostRun(rows: readonly FiguresRow[]): FiguresRow[] {
  return rows
    .filter(({ kind }) => kind === 'revision')
    .sort((a, b) => b.runs - a.runs || (b.revision ?? 0) - (a.revision ?? 0))
    .slice(0, MAX_REVISIONS);
}

async function withNames(
  store: RunStore,
  rows: readonly FiguresRow[],
): Promise<RunStatsRevision[]> {
  const names = await store.taskNames(rows.map(({ last_run_id }) => last_run_id ?? ''));
  return rows.map((row) => ({
    task_id: row.task_id ?? '',
    task_name: names.get(row.last_run_id ?? '') ?? '',
    revision: row.revision,
    ...toFigures(row),
  }));
}

function toFigures(row: FiguresRow | undefined): RunFigures {
  const [p50 = null, p95 = null, p99 = null] = row?.latencies ?? [];
  return {
    runs: row?.runs ?? 0,
    succeeded: row?.succeeded ?? 0,
    failed: row?.failed ?? 0,
    cancelled: row?.cancelled ?? 0,
    valid: row?.valid ?? 0,
    invalid: row?.invalid ?? 0,
    cost: row?.cost ?? 0,
    unpriced_runs: row?.unpriced_runs ?? 0,
    input_tokens: row?.input_tokens ?? 0,
    output_tokens: row?.output_tokens ?? 0,
    latency_p50: p50,
    latency_p95: p95,
    latency_p99: p99,
  };
}
