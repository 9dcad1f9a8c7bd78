import { randomUUID } from 'node:crypto';
import type { Database, Tx } from '../../db/client.ts';
import { forget, processTable } from './presence.repository.ts';
import { createProcessWatch, LOOK_MS, type SeenProcess } from './process-watch.ts';
import { createSchedule } from './schedule.ts';

/**
 * Releases the work of processes that died. Called in the transaction that deletes these processes, so that none of
 * their work is lost.
 * @returns a function to call after the commit
 */
export type Takeover = (tx: Tx, dead: readonly string[]) => Promise<() => unknown>;

export type Presence = ReturnType<typeof createPresence>;

/**
 * Sends this process's heartbeats, and detects processes on the same database that have died. All of their work is then
 * released at once; leases only matter for a process that loses the database.
 */
export function createPresence(database: Database, report: (error: unknown) => void) {
  const { db } = database;
  const id = `worker_${randomUUID()}`;
  const isShared = database.kind === 'postgres';
  const takeovers: Takeover[] = [];
  const schedule = createSchedule(report);
  const look = createProcessWatch();
  let release = async () => {};
  /** Processes besides this one, as last seen. */
  let others = 0;

  const processes = processTable(db);
  const heartbeat = () => processes.put({ id, seen_at: new Date().toISOString() });
  const readOthers = async () =>
    (await processes.list({ where: {} })).filter((one) => one.id !== id);

  async function takeOver(dead: readonly SeenProcess[]): Promise<void> {
    if (dead.length === 0) return;
    const followUps = await db.transaction(async (tx) => {
      const ids = await forget(tx, dead);
      const made: Awaited<ReturnType<Takeover>>[] = [];
      if (ids.length > 0) for (const take of takeovers) made.push(await take(tx, ids));
      return made;
    });
    await Promise.all(followUps.map((followUp) => followUp()));
  }

  async function meetOthers(): Promise<void> {
    await heartbeat();
    const seen = await readOthers();
    if (seen.length === 0) {
      others = 0;
      return;
    }
    const dead = look(seen, await database.held(seen.map((one) => one.id)));
    others = seen.length - dead.length;
    await takeOver(dead);
  }

  return {
    /** The ID of this process, unique on the database. */
    id,
    /** How many processes there are, including this one. */
    processes: (): number => others + 1,
    /** Registers a kind of work. Call it before `start`. */
    onDeath(take: Takeover): void {
      takeovers.push(take);
    },
    /**
     * Starts the heartbeats, and the takeover of dead processes' work. On the embedded database, the work of earlier
     * processes has been taken over when this resolves.
     */
    async start(): Promise<void> {
      release = await database.hold(id);
      await heartbeat();
      // The embedded database has a single process, so the others are dead.
      if (isShared) schedule.every(LOOK_MS, meetOthers);
      else await takeOver(await readOthers());
    },
    /** Stops the heartbeats, and releases this process's unfinished work. */
    async close(): Promise<void> {
      await schedule.close();
      await release();
      await takeOver(await processes.list({ where: { id } }));
    },
  };
}
