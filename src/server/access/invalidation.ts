import type { Database } from '../db/client.ts';

/** Something changed what cached answers about access were made of. */
export interface AccessChange {
  org?: string;
  project?: string;
  user?: string;
  apiKey?: string;
  task?: string;
}

/** Tells every cache, on every node, to forget. */
export interface Invalidation {
  /** Call it after the transaction that changed something has committed. */
  announce(change: AccessChange): Promise<void>;
  on(forget: (change: AccessChange) => void): void;
  close(): Promise<void>;
}

const CHANNEL = 'access_changed';

/**
 * This process is told at once; other nodes by NOTIFY. A node that misses one (its connection was
 * down) is at most a cache's lifetime behind.
 */
export async function createInvalidation(database: Database): Promise<Invalidation> {
  const listeners: ((change: AccessChange) => void)[] = [];
  const forget = (change: AccessChange) => {
    for (const listener of listeners) listener(change);
  };
  const others = database.kind === 'postgres';
  const stop = others
    ? await database.listen(CHANNEL, (payload) => forget(JSON.parse(payload) as AccessChange))
    : undefined;
  return {
    async announce(change) {
      forget(change);
      if (others) await database.notify(CHANNEL, JSON.stringify(change));
    },
    on(listener) {
      listeners.push(listener);
    },
    async close() {
      await stop?.();
    },
  };
}
