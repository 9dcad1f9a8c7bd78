import type { RouteHandlers } from '#generated/server/fastify.gen.ts';
import { actorOf } from '../../access/principal.ts';
import { API_PREFIX } from '../../http/contract.ts';
import type { WebhookService } from './webhook.service.ts';
import type { DeliveryService } from './webhook-delivery.service.ts';

export type WebhookHandlers = Pick<
  RouteHandlers,
  | 'listWebhooks'
  | 'createWebhook'
  | 'getWebhook'
  | 'updateWebhook'
  | 'deleteWebhook'
  | 'rotateWebhookSecret'
  | 'testWebhook'
  | 'listWebhookDeliveries'
  | 'getWebhookDelivery'
  | 'resendWebhookDelivery'
  | 'getTaskWebhook'
  | 'replaceTaskWebhook'
>;

export interface WebhookHandlersDeps {
  webhooks: WebhookService;
  deliveries: DeliveryService;
}

export function createWebhookHandlers(deps: WebhookHandlersDeps): WebhookHandlers {
  const { webhooks, deliveries } = deps;
  return {
    listWebhooks: async ({ params, query }, reply) =>
      reply.code(200).send(await webhooks.list(params.projectId, query)),
    createWebhook: async ({ params, body, principal }, reply) => {
      const { orgId, projectId } = params;
      const created = await webhooks.create(projectId, body, actorOf(principal));
      const at = `${API_PREFIX}/org/${orgId}/project/${projectId}/webhook/${created.webhook.id}`;
      return reply.header('location', at).code(201).send(created);
    },
    getWebhook: async ({ params }, reply) =>
      reply.code(200).send(await webhooks.get(params.projectId, params.webhookId)),
    updateWebhook: async ({ params, body, headers }, reply) => {
      const { projectId, webhookId } = params;
      const changed = await webhooks.update(projectId, webhookId, body, headers['if-match']);
      return reply.code(200).send(changed);
    },
    deleteWebhook: async ({ params }, reply) => {
      await webhooks.delete(params.projectId, params.webhookId);
      return reply.code(204).send();
    },
    rotateWebhookSecret: async ({ params, body }, reply) =>
      reply.code(200).send(await webhooks.rotate(params.projectId, params.webhookId, body)),
    testWebhook: async ({ params }, reply) => reply.code(200).send(await deliveries.test(params)),
    listWebhookDeliveries: async ({ params, query }, reply) =>
      reply.code(200).send(await deliveries.list(params, query)),
    getWebhookDelivery: async ({ params }, reply) =>
      reply.code(200).send(await deliveries.get(params, params.deliveryId)),
    resendWebhookDelivery: async ({ params }, reply) =>
      reply.code(200).send(await deliveries.resend(params, params.deliveryId)),
    getTaskWebhook: async ({ params }, reply) =>
      reply.code(200).send(await webhooks.attached(params.taskId)),
    replaceTaskWebhook: async ({ params, body }, reply) =>
      reply.code(200).send(await webhooks.attach(params.projectId, params.taskId, body)),
  };
}
