import { outputSchema } from '#core/task/output/output-schema.ts';
import type { TaskDraftRow, TaskRevisionRow, TaskRow } from '#domain/task/task.store.ts';
import { etagOf } from '#domain/version.ts';
import type {
  TaskDraft,
  TaskEnvironment,
  TaskRevision,
  TaskRevisionStats,
  TaskRevisionSummary,
} from '#generated/model/index.ts';
import type { Task, TaskStats } from '#generated/server/types.gen.ts';
import type { DailyUse, RevisionUse } from './task.repository.ts';
import type { RevisionHead } from './task-revision.repository.ts';

const DAY_MS = 86_400_000;
const STATS_DAYS = 7;

/** The last 7 days as UTC dates (`2026-11-20`), today last. */
export function statsDays(now: Date): string[] {
  return Array.from({ length: STATS_DAYS }, (_, index) =>
    new Date(now.getTime() - (STATS_DAYS - 1 - index) * DAY_MS).toISOString().slice(0, 10),
  );
}

/** A task's figures from what was counted for it on these days. */
export function toStats(
  days: readonly string[],
  use: readonly DailyUse[],
  lastRun: Date | undefined,
): TaskStats {
  const runsByDay = days.map((day) => use.find((entry) => entry.day === day)?.runs ?? 0);
  const isPriced = use.every((entry) => entry.unpriced_runs === 0);
  return {
    runs: runsByDay.reduce((sum, runs) => sum + runs, 0),
    runs_by_day: runsByDay as TaskStats['runs_by_day'],
    cost: isPriced ? use.reduce((sum, entry) => sum + entry.cost, 0) : null,
    last_run_at: lastRun?.toISOString() ?? null,
  };
}

export function toTask(row: TaskRow, stats: TaskStats): Task {
  return {
    id: row.id,
    org_id: row.org_id,
    project_id: row.project_id,
    name: row.name,
    description: row.description,
    tags: row.tags,
    archived_at: row.archived_at,
    evaluation_required: row.evaluation_required,
    active_revision: row.active_revision,
    latest_revision: row.latest_revision,
    previous_revision: row.previous_revision,
    environments: toEnvironments(row.environments),
    model_id: row.model_id,
    stats,
    created_by: { id: row.created_by_id, name: row.created_by_name },
    created_at: row.created_at,
    updated_at: row.updated_at,
    etag: etagOf(row),
  };
}

/** By name. */
function toEnvironments(environments: Readonly<Record<string, number>>): TaskEnvironment[] {
  return Object.entries(environments)
    .map(([name, revision]) => ({ name, revision }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

export function toDraft(row: TaskDraftRow): TaskDraft {
  return {
    task_id: row.task_id,
    definition: row.definition,
    base_revision: row.base_revision,
    updated_by: { id: row.updated_by_id, name: row.updated_by_name },
    updated_at: row.updated_at,
    etag: etagOf(row),
  };
}

export function toRevision(row: TaskRevisionRow, active: number | null): TaskRevision {
  return {
    ...toHead(row, active),
    definition: row.definition,
    output_schema: outputSchema(row.definition.output_format),
  };
}

export function toRevisionSummary(
  row: RevisionHead,
  active: number | null,
  use: RevisionUse | undefined,
): TaskRevisionSummary {
  return { ...toHead(row, active), stats: toRevisionStats(use) };
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

function toHead(row: RevisionHead, active: number | null) {
  return {
    task_id: row.task_id,
    number: row.number,
    note: row.note,
    is_active: row.number === active,
    author: { id: row.author_id, name: row.author_name },
    created_at: row.created_at,
  };
}
