import type { Domain } from '#domain/domain.ts';
import { spreadEvents } from '#domain/webhook/webhook-event.service.ts';
import { attemptDelivery } from '#domain/webhook/webhook-sender.ts';

/** Sends due deliveries. The server's worker does so continuously; here it happens when webhooks are requested. */
export async function settleWebhooks(domain: Domain): Promise<void> {
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
