import { newId } from '#core/ids.ts';
import type { WebhookContractChanged, WebhookRevisionActivated } from '#generated/model/index.ts';
import type { Db, Tx } from '../../db/client.ts';
import { insertEvent } from './webhook-event.repository.ts';

type Stamped = 'id' | 'timestamp' | 'project_id';

/** What other areas tell webhooks of; events of runs are noted by the statement that ends them. */
export type EmittedEvent =
  | Omit<WebhookRevisionActivated, Stamped>
  | Omit<WebhookContractChanged, Stamped>;

/**
 * Notes the ends of runs within the statement that ends them, where a webhook may want to know. To be put among the
 * common table expressions of a statement which has one named `ended` with the columns `id`, `project_id`, `task_id`,
 * `status` and `ended_at`. A run ends once, so the event's id is made of the run's.
 */
export const NOTE_ENDED_RUNS = `
  noted as (
    insert into webhook_event (id, project_id, type, task_id, run_id, created_at)
    select 'event' || substr(ended.id, 4), ended.project_id, 'run.' || ended.status, ended.task_id, ended.id,
      ended.ended_at
    from ended
    where ended.status <> 'cancelled'
      and exists (select from webhook where webhook.project_id = ended.project_id and webhook.status = 'active')
    on conflict do nothing)`;

export type WebhookEvents = ReturnType<typeof createWebhookEvents>;

export function createWebhookEvents(db: Db) {
  return {
    /**
     * Tells the webhooks of a project that something happened. It is on record when this resolves, and is sent soon.
     * @param tx the transaction in which it happened: the event is then told if and only if that is committed
     */
    async emit(projectId: string, event: EmittedEvent, tx: Db | Tx = db): Promise<void> {
      const now = new Date();
      const id = newId('event');
      const { type, ...rest } = event;
      const body = { id, type, timestamp: now.toISOString(), project_id: projectId, ...rest };
      await insertEvent(tx, {
        id,
        projectId,
        type,
        taskId: event.task_id,
        body: JSON.stringify(body),
        createdAt: now,
      });
    },
  };
}
