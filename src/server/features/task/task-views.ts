import { outputSchema } from '#core/task/output/output-schema.ts';
import { etagOf } from '#domain/version.ts';
import type {
  TaskDraft,
  TaskEnvironment,
  TaskRevision,
  TaskRevisionStats,
  TaskRevisionSummary,
} from '#generated/model/index.ts';
import type { Task, TaskStats } from '#generated/server/types.gen.ts';
import type { DailyUse, DraftRow, RevisionUse, TaskRow } from './task.repository.ts';
import type { RevisionHead, RevisionRow } from './task-revision.repository.ts';

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
  const isPriced = use.every((entry) => entry.unpricedRuns === 0);
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
    org_id: row.orgId,
    project_id: row.projectId,
    name: row.name,
    description: row.description,
    tags: row.tags,
    archived_at: row.archivedAt?.toISOString() ?? null,
    evaluation_required: row.evaluationRequired,
    active_revision: row.activeRevision,
    latest_revision: row.latestRevision,
    previous_revision: row.previousRevision,
    environments: toEnvironments(row.environments),
    model_id: row.modelId,
    stats,
    created_by: { id: row.createdById, name: row.createdByName },
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    etag: etagOf(row),
  };
}

/** By name. */
function toEnvironments(environments: Readonly<Record<string, number>>): TaskEnvironment[] {
  return Object.entries(environments)
    .map(([name, revision]) => ({ name, revision }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

export function toDraft(row: DraftRow): TaskDraft {
  return {
    task_id: row.taskId,
    definition: row.definition,
    base_revision: row.baseRevision,
    updated_by: { id: row.updatedById, name: row.updatedByName },
    updated_at: row.updatedAt.toISOString(),
    etag: etagOf(row),
  };
}

export function toRevision(row: RevisionRow, active: number | null): TaskRevision {
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
  const checked = use.validRuns + use.invalidRuns;
  return {
    runs: use.runs,
    mean_cost: use.unpricedRuns > 0 ? null : use.cost / use.runs,
    mean_latency_ms: use.latencyMs / use.runs,
    valid_rate: checked === 0 ? null : use.validRuns / checked,
  };
}

function toHead(row: RevisionHead, active: number | null) {
  return {
    task_id: row.taskId,
    number: row.number,
    note: row.note,
    is_active: row.number === active,
    author: { id: row.authorId, name: row.authorName },
    created_at: row.createdAt.toISOString(),
  };
}
