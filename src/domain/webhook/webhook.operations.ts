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
    getWebhook: ({ params }) => webhooks.get(params.projectId, params.webhookId),
    updateWebhook: ({ params, body, headers }) =>
      webhooks.update(params.projectId, params.webhookId, body, headers['if-match']),
    deleteWebhook: async ({ params }) => webhooks.delete(params.projectId, params.webhookId),
    rotateWebhookSecret: ({ params, body }) =>
      webhooks.rotate(params.projectId, params.webhookId, body),
    testWebhook: ({ params }) => deliveries.test(params),
    listWebhookDeliveries: ({ params, query }) => deliveries.list(params, query),
    getWebhookDelivery: ({ params }) => deliveries.get(params, params.deliveryId),
    resendWebhookDelivery: ({ params }) => deliveries.resend(params, params.deliveryId),
    getTaskWebhook: ({ params }) => webhooks.attached(params.taskId),
    replaceTaskWebhook: ({ params, body }) =>
      webhooks.attach(params.projectId, params.taskId, body),
  };
}
