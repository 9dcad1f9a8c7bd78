import { eq, inArray, ne } from 'drizzle-orm';
import type { Db, Tx } from '../../db/client.ts';
import { runWorker } from '../../db/schema/run.ts';
import type { SeenProcess } from './process-watch.ts';

/** Records that a process is alive. */
export async function heartbeat(db: Db, id: string): Promise<void> {
  const seen_at = new Date().toISOString();
  await db
    .insert(runWorker)
    .values({ id, seen_at })
    .onConflictDoUpdate({ target: runWorker.id, set: { seen_at } });
}

export function readProcess(db: Db, id: string): Promise<SeenProcess[]> {
  return db.select().from(runWorker).where(eq(runWorker.id, id));
}

export function readOthers(db: Db, id: string): Promise<SeenProcess[]> {
  return db.select().from(runWorker).where(ne(runWorker.id, id));
}

/**
 * Deletes processes that have died, except those that have sent another heartbeat in the meantime.
 * @returns the ids of those deleted
 */
export async function forget(tx: Tx, dead: readonly SeenProcess[]): Promise<string[]> {
  const seenAt = new Map(dead.map(({ id, seen_at }) => [id, seen_at]));
  const ids = [...seenAt.keys()];
  // Heartbeats wait until these rows are unlocked.
  const now = await tx.select().from(runWorker).where(inArray(runWorker.id, ids)).for('update');
  const gone = now.filter(({ id, seen_at }) => seenAt.get(id) === seen_at).map(({ id }) => id);
  if (gone.length > 0) await tx.delete(runWorker).where(inArray(runWorker.id, gone));
  return gone;
}
