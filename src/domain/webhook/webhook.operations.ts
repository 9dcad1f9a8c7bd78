import { created, type OperationsOf } from '../call.ts';
import type { Domain } from '../domain.ts';
import { actorOf } from '../principal.ts';
import { createWebhookService } from './webhook.service.ts';
import { createDeliveryService } from './webhook-delivery.service.ts';

/** The operations of webhooks and their deliveries. */
export function webhookOperations(domain: Domain): OperationsOf<'webhook'> {
  const webhooks = createWebhookService(domain);
  const deliveries = createDeliveryService(domain);
  return {
    listWebhooks: ({ params, query }) => webhooks.list(params.projectId, query),
    async createWebhook(call) {
      const made = await webhooks.create(call.params.projectId, call.body, actorOf(call.principal));
      return created(call, made.webhook.id, made);
    },
    getWebhook: ({ rows }) => webhooks.get(rows.webhook),
    updateWebhook: ({ rows, body, headers }) =>
      webhooks.update(rows.webhook, body, headers['if-match']),
    deleteWebhook: ({ rows }) => webhooks.delete(rows.webhook),
    rotateWebhookSecret: ({ rows, body }) => webhooks.rotate(rows.webhook, body),
    testWebhook: ({ rows }) => deliveries.test(rows.webhook),
    listWebhookDeliveries: ({ rows, query }) => deliveries.list(rows.webhook, query),
    getWebhookDelivery: ({ rows }) => deliveries.get(rows.delivery),
    resendWebhookDelivery: ({ rows }) => deliveries.resend(rows.delivery),
    getTaskWebhook: ({ params }) => webhooks.attached(params.taskId),
    replaceTaskWebhook: ({ params, body }) =>
      webhooks.attach(params.projectId, params.taskId, body),
  };
}
