import type { AccessPort } from '#domain/access/access.port.ts';
import type { AccessChange } from '#domain/authorise.ts';
import type { Database } from '../db/client.ts';

/** Invalidates the caches on all nodes. */
export interface Invalidation extends Pick<AccessPort, 'announce'> {
  on(forget: (change: AccessChange) => void): void;
  /**
   * Whether changes on other nodes currently arrive here. If not, a cache that must never be outdated has to be
   * bypassed.
   */
  isExact(): boolean;
  close(): Promise<void>;
}

const CHANNEL = 'access_changed';
/** The longest time that any cache keeps an entry. */
const LONGEST_LIFETIME_MS = 30_000;

/**
 * Invalidates this process immediately and other nodes by NOTIFY. While its connection is down, a node misses
 * notifications. Its data is then outdated for at most the lifetime of a cache entry, and `isExact` is false.
 */
export async function createInvalidation(database: Database): Promise<Invalidation> {
  const listeners: ((change: AccessChange) => void)[] = [];
  const forget = (change: AccessChange) => {
    for (const listener of listeners) listener(change);
  };
  const others = database.kind === 'postgres';
  /** Changes may have been missed until then (milliseconds of `performance.now`). */
  let doubtfulUntil = 0;
  const onConnection = (isConnected: boolean) => {
    // Entries from before the gap can't be trusted until they have expired.
    doubtfulUntil = isConnected
      ? performance.now() + LONGEST_LIFETIME_MS
      : Number.POSITIVE_INFINITY;
  };
  const stop = others
    ? await database.listen(
        CHANNEL,
        (payload) => forget(JSON.parse(payload) as AccessChange),
        onConnection,
      )
    : undefined;
  return {
    async announce(change) {
      forget(change);
      if (others) await database.notify(CHANNEL, JSON.stringify(change));
    },
    on(listener) {
      listeners.push(listener);
    },
    isExact: () => performance.now() >= doubtfulUntil,
    async close() {
      await stop?.();
    },
  };
}
