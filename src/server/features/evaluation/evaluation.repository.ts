import { and, asc, desc, eq, gt, inArray, isNull, lt, notInArray, or, sql } from 'drizzle-orm';
import { VERDICTS } from '#core/evaluation/verdict.ts';
import type {
  EvaluationOutcome,
  EvaluationStatus,
  EvaluationVerdict,
  RunError,
} from '#generated/model/index.ts';
import type { Db, Tx } from '../../db/client.ts';
import { toJsonb } from '../../db/jsonb.ts';
import { evaluation, evaluationResult } from '../../db/schema/evaluation.ts';
import type { CaseRow } from './dataset.repository.ts';

export type EvaluationRow = typeof evaluation.$inferSelect;
export type ResultRow = typeof evaluationResult.$inferSelect;

/** The place of a result in the grid. */
export interface ResultKey {
  rank: number;
  position: number;
}

const PENDING = VERDICTS.indexOf('pending');

/** Evaluations of a task, newest first, after the id. */
export function listEvaluations(
  db: Db,
  taskId: string,
  page: { limit: number; after?: string | undefined },
): Promise<EvaluationRow[]> {
  const after = page.after === undefined ? undefined : lt(evaluation.id, page.after);
  return db
    .select()
    .from(evaluation)
    .where(and(eq(evaluation.taskId, taskId), after))
    .orderBy(desc(evaluation.id))
    .limit(page.limit);
}

export async function getEvaluation(
  db: Db | Tx,
  taskId: string,
  id: string,
): Promise<EvaluationRow | undefined> {
  const rows = await db
    .select()
    .from(evaluation)
    .where(and(eq(evaluation.id, id), eq(evaluation.taskId, taskId)));
  return rows[0];
}

/** An evaluation with a pending result for each case. */
export async function insertEvaluation(
  tx: Tx,
  row: EvaluationRow,
  cases: readonly CaseRow[],
): Promise<void> {
  await tx.insert(evaluation).values(row);
  const results = cases.map((one, position) => ({
    evaluationId: row.id,
    position,
    caseId: one.id,
    name: one.name,
    inputs: one.inputs,
    expected: one.expected,
    rank: PENDING,
  }));
  for (let i = 0; i < results.length; i += 1000) {
    await tx.insert(evaluationResult).values(results.slice(i, i + 1000));
  }
}

/** Sets the status, if it is one of `from` now. */
export async function moveEvaluation(
  db: Db,
  id: string,
  from: readonly EvaluationStatus[],
  to: EvaluationStatus,
  error: RunError | null = null,
): Promise<EvaluationRow | undefined> {
  const isOpen = to === 'queued' || to === 'running';
  const rows = await db
    .update(evaluation)
    .set({
      status: to,
      error,
      endedAt: isOpen ? null : new Date(),
      workerId: null,
      leaseUntil: null,
    })
    .where(and(eq(evaluation.id, id), inArray(evaluation.status, [...from])))
    .returning();
  return rows[0];
}

/** Takes the oldest evaluation that nobody works on, of an organisation that is not in `busyOrgs`. */
export async function claimEvaluation(
  db: Db,
  workerId: string,
  leaseMs: number,
  busyOrgs: readonly string[],
): Promise<EvaluationRow[]> {
  const now = new Date();
  const free = db
    .select({ id: evaluation.id })
    .from(evaluation)
    .where(
      and(
        inArray(evaluation.status, ['queued', 'running']),
        or(isNull(evaluation.leaseUntil), lt(evaluation.leaseUntil, now)),
        notInArray(evaluation.orgId, [...busyOrgs]),
      ),
    )
    .orderBy(asc(evaluation.id))
    .limit(1)
    .for('update', { skipLocked: true });
  return db
    .update(evaluation)
    .set({ status: 'running', workerId, leaseUntil: new Date(now.getTime() + leaseMs) })
    .where(inArray(evaluation.id, free))
    .returning();
}

/** Says that work goes on. @returns false when it is to stop: cancelled, gone, or somebody else's */
export async function holdEvaluation(
  db: Db,
  id: string,
  workerId: string,
  leaseMs: number,
): Promise<boolean> {
  const rows = await db
    .update(evaluation)
    .set({ leaseUntil: new Date(Date.now() + leaseMs) })
    .where(
      and(
        eq(evaluation.id, id),
        eq(evaluation.workerId, workerId),
        eq(evaluation.status, 'running'),
      ),
    )
    .returning({ id: evaluation.id });
  return rows.length > 0;
}

/** Lets other processes take an evaluation at once. */
export async function releaseEvaluation(db: Db, id: string, workerId: string): Promise<void> {
  await db
    .update(evaluation)
    .set({ workerId: null, leaseUntil: null })
    .where(and(eq(evaluation.id, id), eq(evaluation.workerId, workerId)));
}

/** Cases that are not done, in order. */
export function pendingResults(db: Db, evaluationId: string): Promise<ResultRow[]> {
  return db
    .select()
    .from(evaluationResult)
    .where(and(eq(evaluationResult.evaluationId, evaluationId), eq(evaluationResult.rank, PENDING)))
    .orderBy(asc(evaluationResult.position));
}

/** @returns whether the evaluation goes on, and by this worker: not when it was cancelled meanwhile */
export async function saveResult(
  db: Db,
  workerId: string,
  { evaluationId, position }: Pick<ResultRow, 'evaluationId' | 'position'>,
  result: {
    candidate: EvaluationOutcome;
    baseline: EvaluationOutcome | null;
    verdict: EvaluationVerdict;
  },
): Promise<boolean> {
  const json = (value: unknown) => (value === null ? null : sql`${toJsonb(value)}::jsonb`);
  const goesOn = sql<boolean>`exists (select from ${evaluation} where ${evaluation.id} = ${evaluationId}
    and ${evaluation.status} = 'running' and ${evaluation.workerId} = ${workerId})`;
  const rows = await db
    .update(evaluationResult)
    .set({
      candidate: json(result.candidate),
      baseline: json(result.baseline),
      rank: VERDICTS.indexOf(result.verdict),
    })
    .where(
      and(eq(evaluationResult.evaluationId, evaluationId), eq(evaluationResult.position, position)),
    )
    .returning({ goesOn });
  return rows[0]?.goesOn ?? false;
}

/** Results in the order of the grid, after the key. */
export function listResults(
  db: Db,
  evaluationId: string,
  page: {
    limit: number;
    after?: ResultKey | undefined;
    verdict?: EvaluationVerdict | undefined;
  },
): Promise<ResultRow[]> {
  const { rank, position } = evaluationResult;
  const { after, verdict } = page;
  return db
    .select()
    .from(evaluationResult)
    .where(
      and(
        eq(evaluationResult.evaluationId, evaluationId),
        verdict && eq(rank, VERDICTS.indexOf(verdict)),
        after && or(gt(rank, after.rank), and(eq(rank, after.rank), gt(position, after.position))),
      ),
    )
    .orderBy(asc(rank), asc(position))
    .limit(page.limit);
}

export interface Tally {
  evaluationId: string;
  rank: number;
  cases: number;
  cost: number;
  unpriced: number;
}

/** How many cases came out how, and what their runs cost, in one query. */
export function tally(db: Db, ids: readonly string[]): Promise<Tally[]> {
  if (ids.length === 0) return Promise.resolve([]);
  const { candidate, baseline } = evaluationResult;
  const costIn = (column: typeof candidate | typeof baseline) =>
    sql`coalesce((${column} ->> 'cost')::bigint, 0)`;
  // A run that never was costs nothing; one whose price is unknown does not say what.
  const unknownIn = (column: typeof candidate | typeof baseline) =>
    sql`(${column} ->> 'run_id' is not null and ${column} ->> 'cost' is null)`;
  return db
    .select({
      evaluationId: evaluationResult.evaluationId,
      rank: evaluationResult.rank,
      cases: sql<number>`count(*)::int`,
      cost: sql<number>`sum(${costIn(candidate)} + ${costIn(baseline)})::float8`,
      unpriced: sql<number>`(count(*) filter (where ${unknownIn(candidate)} or ${unknownIn(baseline)}))::int`,
    })
    .from(evaluationResult)
    .where(inArray(evaluationResult.evaluationId, [...ids]))
    .groupBy(evaluationResult.evaluationId, evaluationResult.rank);
}

/**
 * How many regressions the last finished evaluation of a revision against another found (null: against any, or none);
 * undefined when there was none.
 */
export async function lastRegressions(
  tx: Tx,
  { taskId, revision, baseline }: { taskId: string; revision: number; baseline: number | null },
): Promise<number | undefined> {
  const [last] = await tx
    .select({ id: evaluation.id })
    .from(evaluation)
    .where(
      and(
        eq(evaluation.taskId, taskId),
        eq(evaluation.revision, revision),
        baseline === null ? undefined : eq(evaluation.baselineRevision, baseline),
        eq(evaluation.status, 'succeeded'),
      ),
    )
    .orderBy(desc(evaluation.id))
    .limit(1);
  if (!last) return undefined;
  const isRegression = eq(evaluationResult.rank, VERDICTS.indexOf('regression'));
  return tx.$count(evaluationResult, and(eq(evaluationResult.evaluationId, last.id), isRegression));
}
