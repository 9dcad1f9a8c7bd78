import type { Domain } from '../domain.ts';
import { IS_SET } from '../table.ts';
import { restorable } from './end-work.ts';

/**
 * Erases organisations and projects that were deleted 30 days ago, one by one, and then what they and other deleted
 * things leave behind, in batches. Files, runs, chats and documents are swept by their areas.
 */
export async function eraseDeleted(
  { stores }: Pick<Domain, 'stores'>,
  { now, signal }: { now: Date; signal: AbortSignal },
): Promise<void> {
  const deleted_at = { ...IS_SET, lt: restorable(now.getTime()).gt };
  for (const table of [stores.org.allOrgs, stores.project.allProjects] as const) {
    for (;;) {
      if (signal.aborted) return;
      const [due] = await table.list({ where: { deleted_at }, order: ['id'], limit: 1 });
      if (!due) break;
      // Unless it was restored in the meantime.
      await table.delete({ id: due.id, deleted_at });
    }
  }
  await stores.system.sweepOrphans(now, signal);
}
