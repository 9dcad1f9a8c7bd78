import { reconcilePayments } from '#domain/billing/subscription/reconcile.ts';
import type { Domain } from '#domain/domain.ts';
import { forAll } from '../../db/turns/cause.ts';
import { createSchedule } from '../../platform/jobs/schedule.ts';

const EVERY_MS = 600_000;

/** Makes up for lost notifications of the payment provider. Several nodes may do so at once. */
export function createPaymentCheck(
  { stores, payments: { provider } }: Pick<Domain, 'stores' | 'payments'>,
  report: (error: unknown) => void,
) {
  const closing = new AbortController();
  const schedule = createSchedule(report);
  if (provider)
    schedule.every(EVERY_MS, () =>
      forAll(() =>
        reconcilePayments(stores, provider, { now: new Date(), signal: closing.signal, report }),
      ),
    );
  return {
    async close(): Promise<void> {
      closing.abort();
      await schedule.close();
    },
  };
}
