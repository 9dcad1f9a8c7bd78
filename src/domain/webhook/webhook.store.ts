import type { StoreOf } from '../table.ts';
import type { WEBHOOK_TABLES } from './webhook.tables.ts';

export interface WebhookStore extends StoreOf<typeof WEBHOOK_TABLES> {
  /** Which of these runs send no events: those of evaluations, and answers in private chats. */
  silentRuns(runIds: readonly string[]): Promise<string[]>;
}
