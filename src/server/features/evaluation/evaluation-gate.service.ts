import type { Tx } from '../../db/client.ts';
import { lastRegressions } from './evaluation.repository.ts';

/**
 * Whether a revision may be set active where that needs an evaluation: its last one against the active revision is
 * done, and nothing became worse. Held against nothing, or against what is no longer active, it says nothing of that.
 */
export async function isWellEvaluated(
  tx: Tx,
  task: { id: string; active_revision: number | null },
  revision: number,
): Promise<boolean> {
  const of = { taskId: task.id, revision, baseline: task.active_revision };
  return (await lastRegressions(tx, of)) === 0;
}
