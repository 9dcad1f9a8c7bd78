import type { Domain } from '#domain/domain.ts';

/** Sends what is due. The server has a worker for it; the mocks do it when notifications are requested. */
export async function settleNotifications(domain: Domain): Promise<void> {
  const [{ alertBalances }, { alertSpending }, { sendNotificationMails }, { eraseAccounts }] =
    await Promise.all([
      import('#domain/billing/balance-alerts.ts'),
      import('#domain/billing/spend-alert.service.ts'),
      import('#domain/notification/send-mails.ts'),
      import('#domain/account/erase.ts'),
    ]);
  const { signal } = new AbortController();
  await eraseAccounts(domain, { now: new Date(), signal, report: console.error });
  await alertBalances(domain, { signal });
  await alertSpending(domain, { now: new Date(), signal });
  const { provider } = domain.payments;
  if (provider) {
    const { topUpAutomatically } = await import('#domain/billing/credit/auto-top-up.ts');
    const round = { now: new Date(), signal, report: console.error };
    await topUpAutomatically(domain.stores, provider, round);
  }
  await sendNotificationMails(domain, { now: new Date(), signal });
}
