import type { AuditPort } from '#domain/audit/audit.port.ts';
import { Refusals } from '#domain/audit/refusals.ts';
import { sweepAuditLogs } from '#domain/audit/sweep.ts';
import type { Stores } from '#domain/stores.ts';
import { forAll } from '../../db/turns/cause.ts';
import { createSchedule } from '../../platform/jobs/schedule.ts';

/** How often refused attempts are saved. A killed process loses those of its last second. */
const SAVE_MS = 1000;
const SWEEP_MS = 600_000;

/** Saves refused attempts every second, and deletes expired entries every ten minutes. Several nodes may do so at once. */
export function createAuditLog(stores: Stores, report: (error: unknown) => void) {
  const refusals = new Refusals();
  const closing = new AbortController();
  const saveRefusals = (): Promise<void> => forAll(() => refusals.save(stores.audit)).catch(report);
  const schedule = createSchedule(report);
  schedule.every(SAVE_MS, saveRefusals);
  schedule.every(SWEEP_MS, () =>
    forAll(() => sweepAuditLogs({ stores }, { now: new Date(), signal: closing.signal })),
  );
  const port: AuditPort = { countRefusal: (refusal) => refusals.add(refusal), saveRefusals };
  return {
    port,
    /** Saves the rest. */
    async close(): Promise<void> {
      closing.abort();
      await schedule.close();
      await saveRefusals();
    },
  };
}
