import { lt } from 'drizzle-orm';
import { RateLimiterDrizzle, type RateLimiterRes } from 'rate-limiter-flexible';
import type { Throttle } from '#domain/identity/context.ts';
import { tooManyRequests } from '#domain/identity/errors.ts';
import type { ThrottleLimits, ThrottleName } from '#domain/identity/settings.ts';
import type { Db } from '#server/db/client.ts';
import { deleteInBatches } from '#server/db/deletion/in-batches.ts';
import { identityThrottle } from '#server/db/schema/identity.ts';
import { sha256 } from '../vault.ts';

/** Counters in the database, so that all nodes share them. */
interface StoredThrottle extends Throttle {
  /** Deletes expired counters. */
  cleanup(): Promise<void>;
}

/** Creates the throttle on the table `identity_throttle`. */
export function createThrottle(db: Db, limits: ThrottleLimits): StoredThrottle {
  const limiters = new Map<ThrottleName, RateLimiterDrizzle>();
  const limiter = (name: ThrottleName) => {
    const known = limiters.get(name);
    if (known) return known;
    const { points, seconds } = limits[name];
    const made = new RateLimiterDrizzle({
      storeClient: db,
      schema: identityThrottle,
      keyPrefix: name,
      points,
      duration: seconds,
      clearExpiredByTimeout: false,
    });
    limiters.set(name, made);
    return made;
  };
  // Hashed, so that the table contains no addresses.
  const keyOf = (parts: string[]) => sha256(parts.join('\n'));
  const refuse = (left: number) => tooManyRequests(Math.max(1, Math.ceil(left / 1000)));

  return {
    async consume(name, ...key) {
      try {
        await limiter(name).consume(keyOf(key));
      } catch (error) {
        if (error instanceof Error) throw error;
        throw refuse((error as RateLimiterRes).msBeforeNext);
      }
    },
    async count(name, ...key) {
      return (await limiter(name).penalty(keyOf(key))).consumedPoints;
    },
    async read(name, ...key) {
      return (await limiter(name).get(keyOf(key)))?.consumedPoints ?? 0;
    },
    async refund(name, ...key) {
      await limiter(name).reward(keyOf(key));
    },
    async reset(name, ...key) {
      await limiter(name).delete(keyOf(key));
    },
    async cleanup() {
      await deleteInBatches(db, identityThrottle, lt(identityThrottle.expire, new Date()));
    },
  };
}
