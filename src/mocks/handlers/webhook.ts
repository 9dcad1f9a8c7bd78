import { newId } from '#core/ids.ts';
import { WEBHOOKS_MAX } from '#core/limits.ts';
import { MESSAGES } from '#core/messages.ts';
import type { Webhook } from '#generated/model/index.ts';
import { Answer } from '../http/answer.ts';
import { type Order, paginate } from '../http/paging.ts';
import { checkIfMatch } from '../http/preconditions.ts';
import { invalidRequest, MockProblem, notFound } from '../http/problem.ts';
import {
  actorOf,
  etagOf,
  type Store,
  type StoredDelivery,
  type StoredWebhook,
  timestamp,
} from '../store.ts';
import { checkUrl, newSecret } from '../webhook/secret.ts';
import { deliver, stamp } from '../webhook/tell.ts';
import type { Resolvers } from './resolver.ts';

const ORDER: Order<StoredWebhook> = { name: 'webhook', id: (webhook) => webhook.id };
const LOG: Order<StoredDelivery> = {
  name: 'delivery',
  id: ({ delivery }) => delivery.id,
  descending: true,
};
const HOUR = 3_600_000;

/** Webhooks; what the mocks send goes nowhere. */
export const webhookResolvers = {
  listWebhooks: ({ store, params, query }) => {
    const { results, pagination } = paginate(webhooksOf(store, params.projectId), query, ORDER);
    return { results: results.map(toWebhook), pagination };
  },

  createWebhook: ({ store, user, params, body }) => {
    checkUrl(body.url);
    if (webhooksOf(store, params.projectId).length >= WEBHOOKS_MAX) {
      throw new MockProblem('webhook_limit_reached', 'Delete a webhook that is not needed.');
    }
    const webhook: StoredWebhook = {
      id: newId('webhook'),
      project_id: params.projectId,
      name: body.name.trim(),
      url: body.url,
      events: [...new Set(body.events)],
      all_tasks: body.all_tasks ?? false,
      status: 'active',
      failures: 0,
      failing_since: null,
      last_delivered_at: null,
      old_secret_until: null,
      created_by: actorOf(user),
      created_at: timestamp(),
      version: 1,
    };
    store.data.webhooks[webhook.id] = webhook;
    const Location = `/api/v1/org/${params.orgId}/project/${params.projectId}/webhook/${webhook.id}`;
    return new Answer({ webhook: toWebhook(webhook), secret: newSecret() }, 201, { Location });
  },

  getWebhook: ({ store, params }) => withTag(webhookById(store, params)),

  updateWebhook: ({ store, params, body, request }) => {
    const webhook = webhookById(store, params);
    if (body.url !== undefined) checkUrl(body.url);
    checkIfMatch(request, webhook);
    Object.assign(webhook, body);
    webhook.name = webhook.name.trim();
    webhook.events = [...new Set(webhook.events)];
    if (body.status === 'active') Object.assign(webhook, { failures: 0, failing_since: null });
    webhook.version += 1;
    return withTag(webhook);
  },

  deleteWebhook: ({ store, params }) => {
    const { id } = webhookById(store, params);
    const { webhooks, taskWebhooks, deliveries } = store.data;
    delete webhooks[id];
    for (const [taskId, attached] of Object.entries(taskWebhooks))
      if (attached === id) delete taskWebhooks[taskId];
    for (const { webhook_id, delivery } of Object.values(deliveries))
      if (webhook_id === id) delete deliveries[delivery.id];
    return undefined;
  },

  rotateWebhookSecret: ({ store, params, body }) => {
    const webhook = webhookById(store, params);
    const hours = body.overlap_hours;
    webhook.old_secret_until = hours > 0 ? timestamp(Date.now() + hours * HOUR) : null;
    webhook.version += 1;
    return { webhook: toWebhook(webhook), secret: newSecret() };
  },

  testWebhook: ({ store, params }) => {
    const webhook = webhookById(store, params);
    const event = stamp(webhook.project_id, { type: 'webhook.test', message: 'It works.' });
    return deliver(store, webhook, event, { isOnlyOne: true });
  },

  listWebhookDeliveries: ({ store, params, query }) => {
    const { id } = webhookById(store, params);
    const log = Object.values(store.data.deliveries).filter(
      ({ webhook_id, delivery }) =>
        webhook_id === id && (query.status === undefined || delivery.status === query.status),
    );
    const { results, pagination } = paginate(log, query, LOG);
    return { results: results.map(({ delivery }) => delivery), pagination };
  },

  getWebhookDelivery: ({ store, params }) => {
    const { webhook_id: _, ...detail } = deliveryById(store, params);
    return structuredClone(detail);
  },

  resendWebhookDelivery: ({ store, params }) => {
    const webhook = webhookById(store, params);
    const { event, delivery } = deliveryById(store, params);
    return deliver(store, webhook, event, { taskId: delivery.task_id }).delivery;
  },

  getTaskWebhook: ({ store, params }) => ({
    webhook_id: store.data.taskWebhooks[params.taskId] ?? null,
  }),

  replaceTaskWebhook: ({ store, params, body }) => {
    const { webhook_id } = body;
    if (webhook_id === null) delete store.data.taskWebhooks[params.taskId];
    else if (store.data.webhooks[webhook_id]?.project_id === params.projectId)
      store.data.taskWebhooks[params.taskId] = webhook_id;
    else throw invalidRequest([{ pointer: '/webhook_id', message: MESSAGES.task.webhook }]);
    return { webhook_id };
  },
} satisfies Partial<Resolvers>;

function webhooksOf(store: Store, projectId: string): StoredWebhook[] {
  return Object.values(store.data.webhooks).filter((one) => one.project_id === projectId);
}

function webhookById(
  store: Store,
  params: { projectId: string; webhookId: string },
): StoredWebhook {
  const webhook = store.data.webhooks[params.webhookId];
  if (webhook?.project_id !== params.projectId) throw notFound();
  return webhook;
}

function deliveryById(
  store: Store,
  params: { projectId: string; webhookId: string; deliveryId: string },
): StoredDelivery {
  const { id } = webhookById(store, params);
  const found = store.data.deliveries[params.deliveryId];
  if (found?.webhook_id !== id) throw notFound();
  return found;
}

function toWebhook(webhook: StoredWebhook): Webhook {
  const { version: _, ...rest } = webhook;
  return { ...rest, etag: etagOf(webhook) };
}

function withTag(webhook: StoredWebhook): Answer<Webhook> {
  return new Answer(toWebhook(webhook), 200, { ETag: etagOf(webhook) });
}
