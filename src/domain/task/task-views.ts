import { DAY_MS } from '#core/limits.ts';
import { outputSchema } from '#core/task/output/output-schema.ts';
import type {
  TaskDraft,
  TaskEnvironment,
  TaskRevision,
  TaskRevisionStats,
  TaskRevisionSummary,
} from '#generated/model/index.ts';
import type { ResultOf } from '../call.ts';
import { asView } from '../view.ts';
import type { DailyUse, RevisionUse, TaskRevisionHead } from './task.store.ts';
import type { TaskDraftRow, TaskRevisionRow, TaskRow } from './task.tables.ts';

const STATS_DAYS = 7;

export type TaskView = ResultOf<'getTask'>;
type TaskStats = TaskView['stats'];

/** The last 7 days as UTC dates (`2026-11-20`), today last. */
export function statsDays(now: Date): string[] {
  return Array.from({ length: STATS_DAYS }, (_, index) =>
    new Date(now.getTime() - (STATS_DAYS - 1 - index) * DAY_MS).toISOString().slice(0, 10),
  );
}

/** A task's statistics for these days. */
export function toStats(
  days: readonly string[],
  use: readonly DailyUse[],
  lastRun: string | undefined,
): TaskStats {
  const runsByDay = days.map((day) => use.find((entry) => entry.day === day)?.runs ?? 0);
  const isPriced = use.every(({ unpriced_runs }) => unpriced_runs === 0);
  return {
    runs: runsByDay.reduce((sum, runs) => sum + runs, 0),
    runs_by_day: runsByDay as TaskStats['runs_by_day'],
    cost: isPriced ? use.reduce((sum, { cost }) => sum + cost, 0) : null,
    last_run_at: lastRun ?? null,
  };
}

export function toTask(row: TaskRow, stats: TaskStats): TaskView {
  const environments = toEnvironments(row.environments);
  return asView('Task', row, { environments, stats }) as TaskView;
}

/** Sorted by name. */
function toEnvironments(environments: Readonly<Record<string, number>>): TaskEnvironment[] {
  return Object.entries(environments)
    .map(([name, revision]) => ({ name, revision }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

export function toDraft(row: TaskDraftRow): TaskDraft {
  return asView('TaskDraft', row);
}

export function toRevision(row: TaskRevisionRow, active: number | null): TaskRevision {
  const output_schema = outputSchema(row.definition.output_format);
  return asView('TaskRevision', row, { is_active: row.number === active, output_schema });
}

export function toRevisionSummary(
  row: TaskRevisionHead,
  active: number | null,
  use: RevisionUse | undefined,
): TaskRevisionSummary {
  const is_active = row.number === active;
  return asView('TaskRevisionSummary', row, { is_active, stats: toRevisionStats(use) });
}

function toRevisionStats(use: RevisionUse | undefined): TaskRevisionStats {
  if (!use || use.runs === 0)
    return { runs: 0, mean_cost: null, mean_latency_ms: null, valid_rate: null };
  const checked = use.valid_runs + use.invalid_runs;
  return {
    runs: use.runs,
    mean_cost: use.unpriced_runs > 0 ? null : use.cost / use.runs,
    mean_latency_ms: use.latency_ms / use.runs,
    valid_rate: checked === 0 ? null : use.valid_runs / checked,
  };
}
