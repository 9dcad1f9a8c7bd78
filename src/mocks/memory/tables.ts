import type { IdempotencyRow } from '#domain/system/system.store.ts';
import type { TemplateRow } from '#domain/template/template.store.ts';
import type {
  TaskWebhookRow,
  WebhookDeliveryRow,
  WebhookEventRow,
  WebhookRow,
} from '#domain/webhook/webhook.store.ts';
import type { TableSpec } from './table.ts';

/** The rows of every table. */
export interface Rows {
  idempotency: IdempotencyRow;
  template: TemplateRow;
  webhook: WebhookRow;
  task_webhook: TaskWebhookRow;
  webhook_event: WebhookEventRow;
  webhook_delivery: WebhookDeliveryRow;
}
export type TableName = keyof Rows;

/** All tables as plain JSON: rows by their key. */
export type TableData = { [Name in TableName]: Record<string, Rows[Name]> };

export const TABLES: { readonly [Name in TableName]: TableSpec<Rows[Name]> } = {
  idempotency: { key: ['caller', 'key'] },
  template: {
    key: ['id'],
    unique: { template_org_name: ({ org_id, name }) => `${org_id} ${name.toLowerCase()}` },
  },
  webhook: { key: ['id'] },
  task_webhook: { key: ['task_id'] },
  webhook_event: { key: ['id'] },
  webhook_delivery: { key: ['id'] },
};

type Reference = {
  [Name in TableName]: readonly [table: Name, column: keyof Rows[Name] & string];
}[TableName];

/** By table: the columns that refer to it. When one of its rows is deleted, those that refer to it are deleted too. */
export const CASCADES: Readonly<Record<string, readonly Reference[]>> = {
  org: [['template', 'org_id']],
  project: [['webhook', 'project_id']],
  task: [['task_webhook', 'task_id']],
  webhook: [
    ['task_webhook', 'webhook_id'],
    ['webhook_delivery', 'webhook_id'],
  ],
  webhook_event: [['webhook_delivery', 'event_id']],
};

/** Tables without rows. */
export function emptyTables(): TableData {
  const names = Object.keys(TABLES) as TableName[];
  return Object.fromEntries(names.map((name) => [name, {}])) as unknown as TableData;
}
