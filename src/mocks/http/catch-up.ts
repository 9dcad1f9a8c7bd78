import type { Area } from '#domain/call.ts';
import type { Domain } from '#domain/domain.ts';
import { spreadEvents } from '#domain/webhook/webhook-event.service.ts';
import { attemptDelivery } from '#domain/webhook/webhook-sender.ts';
import { isDue } from '../billing/pass-time.ts';
import type { PretendCustomer } from '../billing/pretend-customer.ts';
import { resumeAnswers } from '../chat/resume.ts';
import type { MockDomain } from '../domain.ts';
import type { Store } from '../store.ts';

/**
 * The server's background work. The mocks catch up on it when a request reaches the area, because reloading the page
 * interrupts it.
 */
export const CATCH_UP: { readonly [A in Area]?: (domain: MockDomain, store: Store) => unknown } = {
  billing(domain, store) {
    domain.prices.kick();
    return settlePayments(store, domain);
  },
  chat: resumeAnswers,
  evaluation: ({ evaluation }) => evaluation.kick(),
  notification: settleNotifications,
  org: (domain, store) => settlePayments(store, domain),
  run: ({ run }) => run.resume(),
  transfer: ({ transfer }) => transfer.kick(),
  webhook: settleWebhooks,
};

/** Syncs with the simulated payment provider, which sends no webhooks: periods that have ended, or a new card. */
async function settlePayments(
  { data }: Store,
  { stores, payments: { provider } }: Pick<Domain, 'stores' | 'payments'>,
): Promise<void> {
  const rows = Object.values(data.tables.subscription);
  const isNews = ({ subscription }: PretendCustomer, plan_status: string) =>
    subscription !== null && subscription.status !== plan_status;
  for (const { org_id, customer_id } of rows) {
    const customer = data.payments[customer_id];
    const org = data.tables.org[org_id];
    if (!provider || !customer || !org) continue;
    if (!isDue(customer) && !isNews(customer, org.plan_status)) continue;
    const { syncCustomer } = await import('#domain/billing/subscription/sync-customer.ts');
    await syncCustomer(stores, provider, org_id);
  }
}

/** Sends what is due. The server has a worker for it; the mocks do it when notifications are requested. */
async function settleNotifications(domain: Domain): Promise<void> {
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

/** Sends due deliveries. The server's worker does so continuously; here it happens when webhooks are requested. */
async function settleWebhooks(domain: Domain): Promise<void> {
  const { stores } = domain;
  await spreadEvents(stores);
  const now = new Date().toISOString();
  const due = await stores.webhook.deliveries.list({
    where: { status: 'pending', due_at: { lt: now } },
  });
  const live = await stores.project.projects.list({ where: {} });
  const projects = { project_id: { in: live.map(({ id }) => id) } };
  const known = new Set(
    (await stores.webhook.webhooks.list({ where: projects })).map(({ id }) => id),
  );
  for (const { id, webhook_id } of due)
    if (known.has(webhook_id)) await attemptDelivery(domain, id);
}
