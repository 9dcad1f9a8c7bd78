import { RejectedCounts } from '#domain/run/rejected/rejected-counts.ts';
import type { RejectedPort } from '#domain/run/run.port.ts';
import type { Db } from '../../../db/client.ts';
import { forAll } from '../../../db/turns/cause.ts';
import type { JobKind } from '../../../platform/jobs/jobs.ts';
import { addRejectedCalls } from './rejected-call.repository.ts';

/** How often counts are saved. */
const SAVE_MS = 1000;

export interface RejectedCallsDeps {
  db: Db;
  report: (error: unknown) => void;
}

/** Counts rejected calls in memory, and saves them in one statement. */
export function createRejectedCalls({ db, report }: RejectedCallsDeps): RejectedPort {
  const counts = new RejectedCounts();
  return {
    count: (rejection, requestId) => counts.add(rejection, requestId),
    // For all callers, so it is done on behalf of none of them.
    save: () => counts.save((rows) => forAll(() => addRejectedCalls(db, rows))).catch(report),
  };
}

/** A killed process loses the calls of its last second. */
export function rejectedJob({ save }: RejectedPort): JobKind {
  return { name: 'rejected calls', rounds: [[SAVE_MS, save]], onClose: save };
}
