import { RejectedCounts } from '#domain/run/rejected/rejected-counts.ts';
import type { RejectedPort } from '#domain/run/run.port.ts';
import type { Db } from '../../../db/client.ts';
import { forAll } from '../../../db/turns/cause.ts';
import { createSchedule } from '../../../platform/jobs/schedule.ts';
import { addRejectedCalls } from './rejected-call.repository.ts';

/** The interval at which counts are saved, in milliseconds. A killed process loses those of its last second. */
const SAVE_MS = 1000;

export interface RejectedCallsDeps {
  db: Db;
  report: (error: unknown) => void;
}

/** Counts rejected calls in memory, and saves them every second in one statement. */
export function createRejectedCalls({ db, report }: RejectedCallsDeps) {
  const counts = new RejectedCounts();

  /** One statement for all callers, so it is done on behalf of none of them. */
  const save = (): Promise<void> =>
    counts.save((rows) => forAll(() => addRejectedCalls(db, rows))).catch(report);

  const schedule = createSchedule(report);
  schedule.every(SAVE_MS, save);
  const port: RejectedPort = {
    count: (rejection, requestId) => counts.add(rejection, requestId),
    save,
  };
  return {
    ...port,
    /** Saves the rest. */
    async close(): Promise<void> {
      await schedule.close();
      await save();
    },
  };
}
