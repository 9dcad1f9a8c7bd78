import { createTtlCache } from '#core/cache/ttl-cache.ts';
import { RUNS_STORED_MAX_GB } from '#core/limits.ts';
import type { Db } from '../../db/client.ts';
import { storedByRuns } from './keeper/run-keeper.repository.ts';

const LIFETIME_MS = 3_600_000;
const SIZE = 10_000;

interface RunStorageDeps {
  db: Db;
  report(error: unknown): void;
  /** The minimum interval between two measurements of a project, in milliseconds. */
  everyMs?: number;
  maxBytes?: number;
}

/**
 * Tracks which projects have used up the storage for their runs. Projects are measured in the background, so that no
 * run waits, and the result is up to a minute old.
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
    /** Waits for measurements in progress. */
    async close(): Promise<void> {
      await Promise.all(measuring.values());
    },
  };
}
