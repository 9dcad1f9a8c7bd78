import { newId } from '#core/ids.ts';
import type {
  WebhookArticlePublished,
  WebhookContractChanged,
  WebhookRevisionActivated,
  WebhookTest,
} from '#generated/model/index.ts';
import { mustFind } from '../problem.ts';
import { toRun } from '../run/to-run.ts';
import type { Stores } from '../stores.ts';
import { newRow } from '../tables.ts';
import type { WebhookDeliveryRow, WebhookEventRow } from './webhook.tables.ts';

type Stamped = 'id' | 'timestamp' | 'project_id';

/** Events that operations record. The events of finished runs are recorded by the statement that ends the run. */
export type EmittedEvent =
  | Omit<WebhookRevisionActivated, Stamped>
  | Omit<WebhookContractChanged, Stamped>
  | Omit<WebhookArticlePublished, Stamped>
  | Omit<WebhookTest, Stamped>;

const EVENTS_AT_ONCE = 100;
/** Deliveries per transaction, but for those of its last event: a project has up to 50 webhooks. */
const DELIVERIES_AT_ONCE = 200;

/**
 * Records that something happened, for the webhooks of a project. They receive it soon after.
 * @param stores the stores of the transaction that makes the change, so that there is an event only if it commits
 * @param options.isSpread whether the caller creates the deliveries
 */
export async function emit(
  { webhook }: Pick<Stores, 'webhook'>,
  projectId: string,
  event: EmittedEvent,
  { isSpread = false }: { isSpread?: boolean } = {},
): Promise<WebhookEventRow> {
  const now = new Date().toISOString();
  const id = newId('event');
  const { type, ...rest } = event;
  const row: WebhookEventRow = {
    id,
    project_id: projectId,
    type,
    task_id: 'task_id' in event ? event.task_id : null,
    run_id: null,
    body: JSON.stringify({ id, type, timestamp: now, project_id: projectId, ...rest }),
    is_spread: isSpread,
    created_at: now,
  };
  await webhook.events.insert(row);
  return row;
}

/** The JSON of an event: created once, so that every attempt and every webhook gets the same. */
export async function bodyOf(stores: Stores, event: WebhookEventRow): Promise<string> {
  if (event.body !== null) return event.body;
  const { project_id, run_id } = event;
  const id = run_id ?? '';
  const body = JSON.stringify({
    id: event.id,
    type: event.type,
    timestamp: event.created_at,
    project_id: event.project_id,
    run: toRun(await mustFind(stores.run.runs.find({ id, project_id }))),
  });
  await stores.webhook.events.change({ id: event.id }, { body });
  return body;
}

/** A delivery that is due immediately. */
export function newDelivery(webhookId: string, eventId: string): WebhookDeliveryRow {
  const now = new Date().toISOString();
  return newRow('webhook_delivery', {
    id: newId('delivery'),
    webhook_id: webhookId,
    event_id: eventId,
    status: 'pending',
    created_at: now,
    due_at: now,
  });
}

/**
 * Creates the deliveries of events that have none yet. Any number of workers may do this at the same time.
 * @returns whether there may be more of them
 */
export async function spreadEvents(stores: Stores): Promise<boolean> {
  return stores.transaction(async ({ webhook }) => {
    const events = await webhook.events.list({
      where: { is_spread: false },
      limit: EVENTS_AT_ONCE,
      lock: 'skip',
    });
    if (events.length === 0) return false;
    const all = await deliveriesOf({ webhook }, events);
    const spread: string[] = [];
    const deliveries: WebhookDeliveryRow[] = [];
    for (const { id } of events) {
      if (deliveries.length >= DELIVERIES_AT_ONCE) break;
      deliveries.push(...all.filter(({ event_id }) => event_id === id));
      spread.push(id);
    }
    if (deliveries.length > 0) await webhook.deliveries.insert(deliveries);
    await webhook.events.change({ id: { in: spread } }, { is_spread: true });
    return spread.length < events.length || events.length === EVENTS_AT_ONCE;
  });
}

/**
 * A delivery to each active webhook that subscribes to an event: those attached to its task, and those for all tasks.
 * Evaluation runs send no events: a receiver would mistake hundreds of test runs for real calls. Nor do answers in
 * private chats, which the project's members may not read.
 */
async function deliveriesOf(
  { webhook }: Pick<Stores, 'webhook'>,
  events: readonly WebhookEventRow[],
): Promise<WebhookDeliveryRow[]> {
  const valuesOf = (column: 'project_id' | 'task_id' | 'run_id') => [
    ...new Set(events.flatMap((event) => event[column] ?? [])),
  ];
  const active = await webhook.webhooks.list({
    where: { project_id: { in: valuesOf('project_id') }, status: 'active' },
  });
  if (active.length === 0) return [];
  const attached = await webhook.attachments.list({
    where: { task_id: { in: valuesOf('task_id') } },
    order: ['task_id'],
  });
  const webhookOf = new Map(attached.map(({ task_id, webhook_id }) => [task_id, webhook_id]));
  const silent = new Set(await webhook.silentRuns(valuesOf('run_id')));
  return events
    .filter(({ run_id }) => run_id === null || !silent.has(run_id))
    .flatMap((event) =>
      active
        .filter(
          ({ id, project_id, events: wanted, all_tasks }) =>
            project_id === event.project_id &&
            wanted.some((type) => type === event.type) &&
            (all_tasks || webhookOf.get(event.task_id ?? '') === id),
        )
        .map(({ id }) => newDelivery(id, event.id)),
    );
}
