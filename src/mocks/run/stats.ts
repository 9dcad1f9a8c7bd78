import { sumCosts } from '#core/billing/money.ts';
import type { Run, TaskRevisionStats } from '#generated/model/index.ts';
import type { TaskStats } from '#generated/server/index.ts';
import type { Store } from '../store.ts';

const DAY = 86_400_000;
const DAYS = 7;

/** How a task was used in the last 7 days (UTC). */
export function statsOf(store: Store, taskId: string): TaskStats {
  const tomorrow = (Math.floor(Date.now() / DAY) + 1) * DAY;
  const runs = runsOf(store, taskId);
  const byDay: TaskStats['runs_by_day'] = [0, 0, 0, 0, 0, 0, 0];
  const recent = runs.filter((run) => {
    const day = DAYS - Math.ceil((tomorrow - Date.parse(run.created_at)) / DAY);
    if (day < 0 || day >= DAYS) return false;
    byDay[day] = (byDay[day] ?? 0) + 1;
    return true;
  });
  const times = runs.map((run) => run.created_at).sort();
  return {
    runs: recent.length,
    runs_by_day: byDay,
    cost: sumCosts(recent.map((run) => run.usage.cost)),
    last_run_at: times.at(-1) ?? null,
  };
}

/** How a revision did in all its runs. */
export function revisionStatsOf(store: Store, taskId: string, revision: number): TaskRevisionStats {
  const runs = runsOf(store, taskId).filter((run) => run.revision === revision);
  const judged = runs.filter((run) => run.output_valid !== null);
  const cost = sumCosts(runs.map((run) => run.usage.cost));
  const latencies = runs.flatMap((run) => (run.latency_ms === null ? [] : [run.latency_ms]));
  return {
    runs: runs.length,
    mean_cost: cost === null || runs.length === 0 ? null : cost / runs.length,
    mean_latency_ms: mean(latencies),
    valid_rate: mean(judged.map((run) => (run.output_valid ? 1 : 0))),
  };
}

function runsOf(store: Store, taskId: string): Run[] {
  return Object.values(store.data.runs).flatMap(({ run }) => (run.task_id === taskId ? [run] : []));
}

function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}
