import { topUpAutomatically } from '#domain/billing/credit/auto-top-up.ts';
import { reconcilePayments } from '#domain/billing/subscription/reconcile.ts';
import type { Domain } from '#domain/domain.ts';
import { forAll } from '../../db/turns/cause.ts';
import { createSchedule } from '../../platform/jobs/schedule.ts';

const EVERY_MS = 600_000;
const TOP_UP_MS = 15_000;

/** Runs automatic top-ups, and makes up for lost webhooks of the payment provider. Several nodes may run it at once. */
export function createPaymentCheck(
  { stores, payments: { provider } }: Pick<Domain, 'stores' | 'payments'>,
  report: (error: unknown) => void,
) {
  const closing = new AbortController();
  const schedule = createSchedule(report);
  const round = () => ({ now: new Date(), signal: closing.signal, report });
  if (provider) {
    schedule.every(TOP_UP_MS, () => forAll(() => topUpAutomatically(stores, provider, round())));
    schedule.every(EVERY_MS, () => forAll(() => reconcilePayments(stores, provider, round())));
  }
  return {
    async close(): Promise<void> {
      closing.abort();
      await schedule.close();
    },
  };
}
