import type { Domain } from '#domain/domain.ts';

/** Does what is due. The server's worker does so continuously; here it happens when notifications are requested. */
export async function settleNotifications(domain: Domain): Promise<void> {
  const [{ alertBalances }, { sendNotificationMails }] = await Promise.all([
    import('#domain/billing/balance-alerts.ts'),
    import('#domain/notification/send-mails.ts'),
  ]);
  const { signal } = new AbortController();
  await alertBalances(domain, { signal });
  await sendNotificationMails(domain, { now: new Date(), signal });
}
