import { and, asc, eq, gt, ilike, inArray, or, sql } from 'drizzle-orm';
import type { EvaluationStore } from '#domain/evaluation/evaluation.store.ts';
import {
  dataset,
  datasetCase,
  evaluation,
  evaluationResult,
} from '#domain/evaluation/evaluation.tables.ts';
import type { MethodsOf } from '#domain/stores.ts';
import { task } from '#domain/task/task.tables.ts';
import { isLiveProject } from '../../access/live-project.repository.ts';
import type { Db, Tx } from '../../db/client.ts';
import { containing } from '../../db/containing.ts';
import type { JobTable } from '../../platform/jobs/job-table.repository.ts';

export function evaluationMethods(db: Db | Tx): MethodsOf<EvaluationStore> {
  return {
    searchCases(datasetId, { q, after, limit }) {
      const pattern = containing(q);
      return db
        .select()
        .from(datasetCase)
        .where(
          and(
            eq(datasetCase.dataset_id, datasetId),
            after === undefined ? undefined : gt(datasetCase.id, after),
            or(
              ilike(datasetCase.name, pattern),
              ilike(sql`${datasetCase.inputs}::text`, pattern),
              ilike(sql`${datasetCase.expected}::text`, pattern),
            ),
          ),
        )
        .orderBy(asc(datasetCase.id))
        .limit(limit);
    },
    async storedIn(projectId) {
      const { rows } = await db.execute<{ size: number }>(sql`select (
        coalesce((select sum(${dataset.size}) from ${dataset} join ${task} on ${task.id} = ${dataset.task_id}
          where ${task.project_id} = ${projectId}), 0)
        + coalesce((select sum(${evaluation.size}) from ${evaluation} join ${task} on ${task.id} = ${evaluation.task_id}
          where ${evaluation.project_id} = ${projectId}), 0))::float8 as size`);
      return rows[0]?.size ?? 0;
    },
    async tally(ids) {
      if (ids.length === 0) return [];
      const { candidate, baseline } = evaluationResult;
      const costIn = (column: typeof candidate | typeof baseline) =>
        sql`coalesce((${column} ->> 'cost')::bigint, 0)`;
      // A missing run costs nothing. The cost of a run with an unknown price is unknown.
      const unknownIn = (column: typeof candidate | typeof baseline) =>
        sql`(${column} ->> 'run_id' is not null and ${column} ->> 'cost' is null)`;
      return db
        .select({
          evaluation_id: evaluationResult.evaluation_id,
          rank: evaluationResult.rank,
          cases: sql<number>`count(*)::int`,
          cost: sql<number>`sum(${costIn(candidate)} + ${costIn(baseline)})::float8`,
          unpriced: sql<number>`(count(*) filter (where ${unknownIn(candidate)} or ${unknownIn(baseline)}))::int`,
        })
        .from(evaluationResult)
        .where(inArray(evaluationResult.evaluation_id, [...ids]))
        .groupBy(evaluationResult.evaluation_id, evaluationResult.rank);
    },
  };
}

/** The evaluations that wait or run. An attempt that was interrupted by a shutdown doesn't count. */
export const EVALUATIONS: JobTable = {
  name: 'evaluation',
  key: ['id'],
  isOpen: sql`job.status in ('queued', 'running')`,
  isAllowed: isLiveProject(sql`job.project_id`),
  order: 'id',
  onClaim: sql`status = 'running', attempts = job.attempts + 1`,
  onRelease: sql`attempts = greatest(job.attempts - 1, 0)`,
};
