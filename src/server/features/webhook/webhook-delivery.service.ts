import { newId } from '#core/ids.ts';
import type {
  Run,
  WebhookDelivery,
  WebhookDeliveryDetail,
  WebhookDeliveryList,
  WebhookDeliveryStatus,
  WebhookEvent,
} from '#generated/model/index.ts';
import type { Db } from '../../db/client.ts';
import { webhookDelivery } from '../../db/schema/webhook.ts';
import { decodeIdCursor, pageLimit, toPage } from '../../http/paging.ts';
import { notFound } from '../../http/problem.ts';
import { findWebhook } from './webhook.repository.ts';
import * as repository from './webhook-delivery.repository.ts';
import { type EventRow, insertEvent, keepBody } from './webhook-event.repository.ts';
import type { WebhookSender } from './webhook-sender.ts';

/** A webhook and the project that it is asked for in. */
export interface WebhookPlace {
  projectId: string;
  webhookId: string;
}

export interface DeliveryServiceDeps {
  db: Db;
  sender: WebhookSender;
  bodies: EventBodies;
  /** Called when there is something to send. */
  onNew: () => void;
}

export type DeliveryService = ReturnType<typeof createDeliveryService>;

/** The delivery log, and what is sent by hand. */
export function createDeliveryService({ db, sender, bodies, onNew }: DeliveryServiceDeps) {
  async function detail(webhookId: string, id: string): Promise<WebhookDeliveryDetail> {
    const found = await repository.findDelivery(db, webhookId, id);
    if (!found) throw notFound();
    const event = JSON.parse(await bodies.of(found.event)) as WebhookEvent;
    return { delivery: toDelivery(found), event, log: found.delivery.log };
  }

  async function mustHave({ projectId, webhookId }: WebhookPlace): Promise<void> {
    if (!(await findWebhook(db, projectId, webhookId))) throw notFound();
  }

  return {
    async list(
      place: WebhookPlace,
      query: { cursor?: string; page_limit?: number; status?: WebhookDeliveryStatus } = {},
    ): Promise<WebhookDeliveryList> {
      await mustHave(place);
      const limit = pageLimit(query);
      const found = await repository.listDeliveries(db, {
        webhookId: place.webhookId,
        status: query.status,
        before: decodeIdCursor(query.cursor),
        limit: limit + 1,
      });
      const { rows, pagination } = toPage(found, limit, ({ delivery }) => ({ id: delivery.id }));
      return { results: rows.map(toDelivery), pagination };
    },

    async get(place: WebhookPlace, id: string): Promise<WebhookDeliveryDetail> {
      await mustHave(place);
      return detail(place.webhookId, id);
    },

    /** Sends an event again, whatever became of it the first time. */
    async resend(place: WebhookPlace, id: string): Promise<WebhookDelivery> {
      await mustHave(place);
      const found = await repository.findDelivery(db, place.webhookId, id);
      if (!found) throw notFound();
      const [delivery] = await db
        .insert(webhookDelivery)
        .values(newDelivery(place.webhookId, found.event.id))
        .returning();
      if (!delivery) throw notFound();
      onNew();
      return toDelivery({ delivery, event: found.event });
    },

    /** Sends a test event, once, and says what came of it. */
    async test(place: WebhookPlace): Promise<WebhookDeliveryDetail> {
      await mustHave(place);
      const now = new Date();
      const id = newId('event');
      const type = 'webhook.test';
      const { projectId } = place;
      const body = {
        id,
        type,
        timestamp: now.toISOString(),
        project_id: projectId,
        message: 'It works.',
      };
      await insertEvent(db, {
        id,
        projectId,
        type,
        body: JSON.stringify(body),
        isSpread: true,
        createdAt: now,
      });
      // Not due, so no worker takes it: it is sent here.
      const delivery = { ...newDelivery(place.webhookId, id), nextAttemptAt: null };
      await db.insert(webhookDelivery).values(delivery);
      await sender.attempt(delivery.id, { isOnlyOne: true });
      return detail(place.webhookId, delivery.id);
    },
  };
}

/** A delivery that is due at once. */
export function newDelivery(webhookId: string, eventId: string) {
  const now = new Date();
  const id = newId('delivery');
  return { id, webhookId, eventId, status: 'pending' as const, createdAt: now, nextAttemptAt: now };
}

/** What is sent for events. */
export type EventBodies = ReturnType<typeof createEventBodies>;

/** @param getRun a run of a project; throws ProblemError 404 when it is gone */
export function createEventBodies(
  db: Db,
  getRun: (projectId: string, runId: string) => Promise<Run>,
) {
  return {
    /** The JSON of an event: made once, so that every attempt and every webhook gets the same. */
    async of(event: EventRow): Promise<string> {
      if (event.body !== null) return event.body;
      const run = await getRun(event.projectId, event.runId ?? '');
      const body = JSON.stringify({
        id: event.id,
        type: event.type,
        timestamp: event.createdAt.toISOString(),
        project_id: event.projectId,
        run,
      });
      await keepBody(db, event.id, body);
      return body;
    },
  };
}

function toDelivery({ delivery, event }: repository.DeliveryEntry): WebhookDelivery {
  const last = delivery.log.at(-1);
  return {
    id: delivery.id,
    event_id: event.id,
    type: event.type,
    status: delivery.status,
    attempts: delivery.attempts,
    response_status: last?.response_status ?? null,
    error: last?.error ?? null,
    task_id: event.taskId,
    created_at: delivery.createdAt.toISOString(),
    next_attempt_at: delivery.nextAttemptAt?.toISOString() ?? null,
    ended_at: delivery.endedAt?.toISOString() ?? null,
  };
}
