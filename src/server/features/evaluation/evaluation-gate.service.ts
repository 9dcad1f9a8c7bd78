import type { Tx } from '../../db/client.ts';
import { lastRegressions } from './evaluation.repository.ts';

/** Whether a revision may be set active where that needs an evaluation: its last one is done, and nothing became worse. */
export async function isWellEvaluated(tx: Tx, taskId: string, revision: number): Promise<boolean> {
  return (await lastRegressions(tx, taskId, revision)) === 0;
}
