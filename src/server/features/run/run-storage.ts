import { RUNS_STORED_MAX_GB } from '#core/limits.ts';
import { createTtlCache } from '#core/ttl-cache.ts';
import type { Db } from '../../db/client.ts';
import { storedByRuns } from './run-sweep.repository.ts';

const LIFETIME_MS = 3_600_000;
const SIZE = 10_000;

interface RunStorageDeps {
  db: Db;
  report(error: unknown): void;
  /** How often a project is measured, in milliseconds. */
  everyMs?: number;
  maxBytes?: number;
}

/**
 * Knows which projects' runs store as much as they may. No run waits for it: a project is measured in the background, so
 * what is known is up to a minute old.
 */
export function createRunStorage({
  db,
  report,
  everyMs = 60_000,
  maxBytes = RUNS_STORED_MAX_GB * 1024 ** 3,
}: RunStorageDeps) {
  const known = createTtlCache<{ isFull: boolean; at: number }>(SIZE, LIFETIME_MS);
  const measuring = new Map<string, Promise<void>>();

  async function measure(projectId: string): Promise<void> {
    try {
      const isFull = (await storedByRuns(db, projectId)) >= maxBytes;
      known.set(projectId, { isFull, at: performance.now() });
    } catch (error) {
      report(error);
    } finally {
      measuring.delete(projectId);
    }
  }

  return {
    isFull(projectId: string): boolean {
      const found = known.get(projectId);
      const isOld = !found || performance.now() - found.at >= everyMs;
      if (isOld && !measuring.has(projectId)) measuring.set(projectId, measure(projectId));
      return found?.isFull ?? false;
    },
    /** Waits for what is being measured. */
    async close(): Promise<void> {
      await Promise.all(measuring.values());
    },
  };
}
