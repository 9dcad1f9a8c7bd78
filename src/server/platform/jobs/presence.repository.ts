import type { Db, Tx } from '../../db/client.ts';
import { runWorker } from '../../db/schema/run.ts';
import { sqlTable } from '../../db/table.ts';
import type { SeenProcess } from './process-watch.ts';

/** The processes on a database, with their last heartbeats. */
export const processTable = (db: Db | Tx) => sqlTable(db, runWorker);

/**
 * Deletes processes that have died, except those that have sent another heartbeat in the meantime.
 * @returns the ids of those deleted
 */
export async function forget(tx: Tx, dead: readonly SeenProcess[]): Promise<string[]> {
  const processes = processTable(tx);
  const gone: string[] = [];
  for (const { id, seen_at } of dead.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    // Heartbeats wait until the row is unlocked.
    if ((await processes.lock({ id }))?.seen_at !== seen_at) continue;
    await processes.delete({ id });
    gone.push(id);
  }
  return gone;
}
