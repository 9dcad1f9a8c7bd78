import { randomUUID } from 'node:crypto';
import type { Database, Tx } from '../../db/client.ts';
import * as repository from './presence.repository.ts';
import { createProcessWatch, LOOK_MS, type SeenProcess } from './process-watch.ts';
import { createSchedule } from './schedule.ts';

/**
 * What becomes of the work of processes that died. It is called in the transaction in which they are forgotten, so that
 * none of their work is.
 * @returns what to do once that has been committed
 */
export type Takeover = (tx: Tx, dead: readonly string[]) => Promise<() => unknown>;

export type Presence = ReturnType<typeof createPresence>;

/**
 * Shows the other processes on the database that this one is alive, and finds out which of them have died. Their work of
 * every kind is then free at once: leases are only for a process that is cut off from the database.
 */
export function createPresence(database: Database, report: (error: unknown) => void) {
  const { db } = database;
  const id = `worker_${randomUUID()}`;
  const isShared = database.kind === 'postgres';
  const takeovers: Takeover[] = [];
  const schedule = createSchedule(report);
  const look = createProcessWatch();
  let release = async () => {};

  async function takeOver(dead: readonly SeenProcess[]): Promise<void> {
    if (dead.length === 0) return;
    const followUps = await db.transaction(async (tx) => {
      const ids = await repository.forget(tx, dead);
      const made: Awaited<ReturnType<Takeover>>[] = [];
      if (ids.length > 0) for (const take of takeovers) made.push(await take(tx, ids));
      return made;
    });
    await Promise.all(followUps.map((followUp) => followUp()));
  }

  async function meetOthers(): Promise<void> {
    await repository.heartbeat(db, id);
    const others = await repository.readOthers(db, id);
    if (others.length === 0) return;
    await takeOver(look(others, await database.held(others.map((one) => one.id))));
  }

  return {
    /** The name of this process among those on the database. */
    id,
    /** Registers a kind of work. Call it before `start`. */
    onDeath(take: Takeover): void {
      takeovers.push(take);
    },
    /**
     * Shows that this process is alive, and takes over from others. On the embedded database, those that died before it
     * are replaced when this resolves.
     */
    async start(): Promise<void> {
      release = await database.hold(id);
      await repository.heartbeat(db, id);
      // The embedded database has a single process, so the others are dead.
      if (isShared) schedule.every(LOOK_MS, meetOthers);
      else await takeOver(await repository.readOthers(db, id));
    },
    /** Leaves the others. What this process has not finished is free. */
    async close(): Promise<void> {
      await schedule.close();
      await release();
      await takeOver(await repository.readProcess(db, id));
    },
  };
}
