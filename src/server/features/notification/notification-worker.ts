import { alertBalances } from '#domain/billing/balance-alerts.ts';
import { alertSpending } from '#domain/billing/spend-alert.service.ts';
import type { Domain } from '#domain/domain.ts';
import { sendNotificationMails } from '#domain/notification/send-mails.ts';
import { sweepNotifications } from '#domain/notification/sweep.ts';
import { forAll } from '../../db/turns/cause.ts';
import { createSchedule } from '../../platform/jobs/schedule.ts';

const MAIL_MS = 15_000;
const BALANCE_MS = 30_000;
const SPEND_MS = 60_000;
const SWEEP_MS = 600_000;

/**
 * Sends notifications by email, notices low balances and reached alerts, and deletes old notifications. Several nodes
 * may run it at once.
 */
export function createNotificationWorker(
  domain: Pick<Domain, 'stores' | 'secrets' | 'notification' | 'standing'>,
  report: (error: unknown) => void,
) {
  const schedule = createSchedule(report);
  const closing = new AbortController();
  const { signal } = closing;
  const round = () => ({ now: new Date(), signal });
  schedule.every(MAIL_MS, () => forAll(() => sendNotificationMails(domain, round())));
  schedule.every(BALANCE_MS, () => forAll(() => alertBalances(domain, round())));
  schedule.every(SPEND_MS, () => forAll(() => alertSpending(domain, round())));
  schedule.every(SWEEP_MS, () => forAll(() => sweepNotifications(domain, round())));
  return {
    async close(): Promise<void> {
      closing.abort();
      await schedule.close();
    },
  };
}
