import type { Webhook, WebhookAttempt, WebhookDeliveryStatus } from '#generated/model/index.ts';
import type { BoundSecret } from '../access/bound-secret.ts';
import type { Table } from '../table.ts';

export interface WebhookRow extends Omit<Webhook, 'created_by' | 'etag' | 'new_secret'> {
  created_by_id: string;
  created_by_name: string;
  secret: BoundSecret;
  old_secret: BoundSecret | null;
  /** Counts changes made by people; it is the ETag. */
  version: number;
}

/** The webhook that receives a task's events. */
export interface TaskWebhookRow {
  task_id: string;
  webhook_id: string;
}

/** An event, recorded in the transaction in which it happened. */
export interface WebhookEventRow {
  id: string;
  project_id: string;
  type: string;
  task_id: string | null;
  /** The run from which the body is built when the event is first sent. */
  run_id: string | null;
  /** The JSON that is sent; null until it is first needed. */
  body: string | null;
  /** Whether its deliveries exist. */
  is_spread: boolean;
  created_at: string;
}

/** One event on its way to one webhook: both the queue and the log. */
export interface WebhookDeliveryRow {
  id: string;
  webhook_id: string;
  event_id: string;
  status: WebhookDeliveryStatus;
  attempts: number;
  log: WebhookAttempt[];
  created_at: string;
  /** When it is due; null if it has ended or no worker should send it. */
  next_attempt_at: string | null;
  /**
   * The process that is sending it or did so last, and the end of its lease. Until then, it may still be sending it.
   */
  worker_id: string | null;
  locked_until: string | null;
  ended_at: string | null;
}

export interface WebhookStore {
  webhooks: Table<WebhookRow>;
  attachments: Table<TaskWebhookRow>;
  events: Table<WebhookEventRow>;
  deliveries: Table<WebhookDeliveryRow>;
  /** Which of these runs send no events: those of evaluations, and answers in private chats. */
  silentRuns(runIds: readonly string[]): Promise<string[]>;
}
