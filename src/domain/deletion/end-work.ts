import { DAY_MS, RESTORE_DAYS } from '#core/limits.ts';
import { toTime } from '#core/time.ts';
import type { EvaluationRow } from '../evaluation/evaluation.tables.ts';
import type { Stores } from '../stores.ts';
import type { Where } from '../table.ts';

/** Evaluations per statement. */
const CANCELLED_AT_ONCE = 100;

/** The time of deletion of what can still be restored. */
export function restorable(now = Date.now()): { gt: string } {
  return { gt: new Date(now - RESTORE_DAYS * DAY_MS).toISOString() };
}

/** When something that was deleted at a time is erased. */
export function erasedAt(deletedAt: string, days: number): string {
  return new Date(toTime(deletedAt) + days * DAY_MS).toISOString();
}

/**
 * Cancels what is in progress in deleted projects, after their deletion: nobody claims it any more. Runs are cancelled once their
 * access has ended; documents, syncs and deliveries wait until the project is restored.
 */
export async function stopWork(
  stores: Pick<Stores, 'evaluation'>,
  projectIds: readonly string[],
): Promise<void> {
  if (projectIds.length === 0) return;
  await cancelEvaluations(stores, { project_id: { in: projectIds } });
}

/** Cancels evaluations in progress, in batches. What they belong to is gone, so nobody starts others. */
export async function cancelEvaluations(
  { evaluation: { evaluations } }: Pick<Stores, 'evaluation'>,
  where: Where<EvaluationRow>,
): Promise<void> {
  const open = { ...where, status: { in: ['queued', 'running'] } } as const;
  for (;;) {
    const some = await evaluations.list({ where: open, limit: CANCELLED_AT_ONCE });
    if (some.length === 0) return;
    await evaluations.change(
      { ...open, id: { in: some.map(({ id }) => id) } },
      {
        status: 'cancelled',
        ended_at: new Date().toISOString(),
        worker_id: null,
        lease_until: null,
      },
    );
  }
}
