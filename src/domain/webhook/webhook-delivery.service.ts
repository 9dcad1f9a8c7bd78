import type {
  WebhookDelivery,
  WebhookDeliveryDetail,
  WebhookDeliveryList,
  WebhookDeliveryStatus,
  WebhookEvent,
} from '#generated/model/index.ts';
import { listViews, type PageQuery } from '../paging.ts';
import { mustFind } from '../problem.ts';
import { asView } from '../view.ts';
import type { WebhookDeliveryRow, WebhookEventRow, WebhookRow } from './webhook.tables.ts';
import { bodyOf, emit, newDelivery } from './webhook-event.service.ts';
import { attemptDelivery, type SendingDomain } from './webhook-sender.ts';

/** The delivery log, and manual sending. */
export function createDeliveryService(domain: SendingDomain) {
  const { stores } = domain;
  const { deliveries, events } = stores.webhook;

  async function detail(delivery: WebhookDeliveryRow): Promise<WebhookDeliveryDetail> {
    const event = await mustFind(events.find({ id: delivery.event_id }));
    const body = JSON.parse(await bodyOf(stores, event)) as WebhookEvent;
    return { delivery: toDelivery(delivery, event), event: body, log: delivery.log };
  }

  return {
    async list(
      { id }: WebhookRow,
      query: PageQuery & { status?: WebhookDeliveryStatus },
    ): Promise<WebhookDeliveryList> {
      const filter = { status: query.status };
      const options = { where: { webhook_id: id }, filter, descending: true };
      return listViews(deliveries, options, query, async (rows) => {
        const ids = rows.map(({ event_id }) => event_id);
        const found = await events.list({ where: { id: { in: ids } } });
        const eventOf = new Map(found.map((event) => [event.id, event]));
        return rows.flatMap((row) => {
          const event = eventOf.get(row.event_id);
          return event ? [toDelivery(row, event)] : [];
        });
      });
    },

    get: detail,

    /** Resends an event, whatever the outcome of the first delivery. */
    async resend({ webhook_id, event_id }: WebhookDeliveryRow): Promise<WebhookDelivery> {
      const event = await mustFind(events.find({ id: event_id }));
      const delivery = newDelivery(webhook_id, event_id);
      await deliveries.insert(delivery);
      domain.webhook.kick();
      return toDelivery(delivery, event);
    },

    /** Sends a test event once and returns the result. */
    async test({ id, project_id }: WebhookRow): Promise<WebhookDeliveryDetail> {
      const test = { type: 'webhook.test', message: 'It works.' } as const;
      const event = await emit(stores, project_id, test, { isSpread: true });
      // Not due, so that no worker claims it; it is sent here.
      const delivery = { ...newDelivery(id, event.id), due_at: null };
      await deliveries.insert(delivery);
      await attemptDelivery(domain, delivery.id, { isOnlyOne: true });
      return detail(await mustFind(deliveries.find({ id: delivery.id })));
    },
  };
}

function toDelivery(row: WebhookDeliveryRow, event: WebhookEventRow): WebhookDelivery {
  const last = row.log.at(-1);
  return asView('WebhookDelivery', row, {
    next_attempt_at: row.due_at,
    type: event.type as WebhookDelivery['type'],
    task_id: event.task_id,
    response_status: last?.response_status ?? null,
    error: last?.error ?? null,
  });
}
