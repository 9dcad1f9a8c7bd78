import type { AccessPort } from '#domain/access/access.port.ts';
import type { AccessChange } from '#domain/authorise.ts';
import type { Database } from '../db/client.ts';

/** Invalidates the caches on all nodes. */
export interface Invalidation extends Pick<AccessPort, 'announce'> {
  on(forget: (change: AccessChange) => void): void;
  close(): Promise<void>;
}

const CHANNEL = 'access_changed';

/**
 * Invalidates this process immediately and other nodes by NOTIFY. If a node misses one because its connection was down,
 * its data is outdated for at most the lifetime of a cache entry.
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
