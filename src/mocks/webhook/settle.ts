import type { Domain } from '#domain/domain.ts';
import { spreadEvents } from '#domain/webhook/webhook-event.service.ts';
import { attemptDelivery } from '#domain/webhook/webhook-sender.ts';

/** Sends due deliveries. The server's worker does so continuously; here it happens when webhooks are requested. */
export async function settleWebhooks(domain: Domain): Promise<void> {
  const { stores } = domain;
  await spreadEvents(stores);
  const now = new Date().toISOString();
  const due = await stores.webhook.deliveries.list({
    where: { status: 'pending', next_attempt_at: { lt: now } },
  });
  for (const { id } of due) await attemptDelivery(domain, id);
}
