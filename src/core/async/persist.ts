import { pause } from './abort.ts';

const WAIT_MS = 100;
const WAIT_MAX_MS = 10_000;

/** The database rejects the contents of a row, so writing the same row again is pointless. */
export class RowRefused extends Error {
  override readonly name = 'RowRefused';
}

interface Persistence {
  /** Aborts when the process shuts down. Waiting writes are then tried one last time. */
  closing: AbortSignal;
  report(error: unknown): void;
}

/**
 * Repeats a write while the database is unavailable, until it succeeds. At shutdown, it is tried one last time.
 * @param write is called with `isReduced` once its full form was refused
 * @returns undefined if it gave up: even the reduced form was refused, or the process shut down
 */
export async function persist<T>(
  write: (isReduced: boolean) => Promise<T>,
  { closing, report }: Persistence,
): Promise<T | undefined> {
  let isReduced = false;
  for (let wait = WAIT_MS; ; wait = Math.min(wait * 2, WAIT_MAX_MS)) {
    const isLast = closing.aborted;
    try {
      return await write(isReduced);
    } catch (error) {
      report(error);
      if (error instanceof RowRefused) {
        if (isReduced) return undefined;
        isReduced = true;
      } else if (isLast) return undefined;
      else if (!closing.aborted) await pause(wait, closing).catch(() => undefined);
    }
  }
}
