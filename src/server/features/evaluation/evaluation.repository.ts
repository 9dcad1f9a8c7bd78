import {
  and,
  asc,
  eq,
  gt,
  ilike,
  inArray,
  isNull,
  lt,
  notExists,
  notInArray,
  or,
  sql,
} from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { EvaluationRow, EvaluationStore } from '#domain/evaluation/evaluation.store.ts';
import type { MethodsOf } from '#domain/stores.ts';
import { isLiveProject } from '../../access/live-project.repository.ts';
import type { Db, Tx } from '../../db/client.ts';
import { containing } from '../../db/containing.ts';
import { dataset, datasetCase, evaluation, evaluationResult } from '../../db/schema/evaluation.ts';
import { task } from '../../db/schema/task.ts';

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

/** Claims evaluations that no process is working on: the oldest of each organisation that is not in `busyOrgs`. */
export function claimEvaluations(
  db: Db,
  workerId: string,
  leaseMs: number,
  { limit, busyOrgs }: { limit: number; busyOrgs: readonly string[] },
): Promise<EvaluationRow[]> {
  const now = Date.now();
  const older = alias(evaluation, 'older');
  const isFree = ({ status, lease_until, project_id }: typeof evaluation | typeof older) =>
    and(
      isLiveProject(sql`${project_id}`),
      inArray(status, ['queued', 'running']),
      or(isNull(lease_until), lt(lease_until, timeAt(now))),
    );
  const isOlder = and(eq(older.org_id, evaluation.org_id), lt(older.id, evaluation.id));
  const free = db
    .select({ id: evaluation.id })
    .from(evaluation)
    .where(
      and(
        isFree(evaluation),
        notInArray(evaluation.org_id, [...busyOrgs]),
        notExists(
          db
            .select()
            .from(older)
            .where(and(isOlder, isFree(older))),
        ),
      ),
    )
    .orderBy(asc(evaluation.id))
    .limit(limit)
    .for('update', { skipLocked: true });
  return db
    .update(evaluation)
    .set({
      status: 'running',
      worker_id: workerId,
      lease_until: timeAt(now + leaseMs),
      attempts: sql`${evaluation.attempts} + 1`,
    })
    .where(inArray(evaluation.id, free))
    .returning();
}

/**
 * Renews the lease.
 * @returns false when work must stop: it was cancelled, deleted, or taken over
 */
export async function holdEvaluation(
  db: Db,
  id: string,
  workerId: string,
  leaseMs: number,
): Promise<boolean> {
  const own = and(
    isOwn(id, workerId),
    eq(evaluation.status, 'running'),
    isLiveProject(sql`${evaluation.project_id}`),
  );
  const rows = await db
    .update(evaluation)
    .set({ lease_until: timeAt(Date.now() + leaseMs) })
    .where(own)
    .returning({ id: evaluation.id });
  return rows.length > 0;
}

/** Releases an evaluation, so that other processes can take it immediately. This attempt does not count. */
export async function releaseEvaluation(db: Db, id: string, workerId: string): Promise<void> {
  const attempts = sql`greatest(${evaluation.attempts} - 1, 0)`;
  const free = { worker_id: null, lease_until: null, attempts };
  await db.update(evaluation).set(free).where(isOwn(id, workerId));
}

/** Ends the leases of processes that died. Their attempts count. */
export async function freeEvaluations(tx: Tx, dead: readonly string[]): Promise<void> {
  const isTheirs = inArray(evaluation.worker_id, [...dead]);
  await tx
    .update(evaluation)
    .set({ lease_until: null })
    .where(and(isTheirs, eq(evaluation.status, 'running')));
}

function isOwn(id: string, workerId: string) {
  return and(eq(evaluation.id, id), eq(evaluation.worker_id, workerId));
}

function timeAt(ms: number): string {
  return new Date(ms).toISOString();
}
