import { and, desc, eq } from 'drizzle-orm';
import { VERDICTS } from '#core/evaluation/verdict.ts';
import type { Tx } from '../../db/client.ts';
import { evaluation, evaluationResult } from '../../db/schema/evaluation.ts';

/** Whether a revision may be set active where that needs an evaluation: its last one is done, and nothing became worse. */
export async function isWellEvaluated(tx: Tx, taskId: string, revision: number): Promise<boolean> {
  const [last] = await tx
    .select({ id: evaluation.id })
    .from(evaluation)
    .where(
      and(
        eq(evaluation.taskId, taskId),
        eq(evaluation.revision, revision),
        eq(evaluation.status, 'succeeded'),
      ),
    )
    .orderBy(desc(evaluation.id))
    .limit(1);
  if (!last) return false;
  const regressions = await tx.$count(
    evaluationResult,
    and(
      eq(evaluationResult.evaluationId, last.id),
      eq(evaluationResult.rank, VERDICTS.indexOf('regression')),
    ),
  );
  return regressions === 0;
}
