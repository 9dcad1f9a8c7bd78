import { DAY_MS, RESTORE_DAYS } from '#core/limits.ts';
import { toTime } from '#core/time.ts';
import type { Stores } from '../stores.ts';

/** The time of deletion of what can still be restored. */
export function restorable(now = Date.now()): { gt: string } {
  return { gt: new Date(now - RESTORE_DAYS * DAY_MS).toISOString() };
}

/** When something that was deleted at a time is erased. */
export function erasedAt(deletedAt: string, days: number): string {
  return new Date(toTime(deletedAt) + days * DAY_MS).toISOString();
}

/**
 * Cancels what is in progress in deleted projects and wouldn't ask for access again. Runs are cancelled once their
 * access has ended; documents, syncs and deliveries wait until the project is restored.
 */
export async function stopWork(
  { evaluation }: Pick<Stores, 'evaluation'>,
  projectIds: readonly string[],
): Promise<void> {
  await evaluation.evaluations.change(
    { project_id: { in: projectIds }, status: { in: ['queued', 'running'] } },
    {
      status: 'cancelled',
      ended_at: new Date().toISOString(),
      worker_id: null,
      lease_until: null,
    },
  );
}
