import type { ApiKeyRow } from '#domain/access/access.store.ts';
import type { IdempotencyRow } from '#domain/system/system.store.ts';
import type { TemplateRow } from '#domain/template/template.store.ts';
import type { ToolCredentialRow, ToolSecretRow } from '#domain/tool/tool.store.ts';
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
  api_key: ApiKeyRow;
  template: TemplateRow;
  tool_secret: ToolSecretRow;
  tool_credential: ToolCredentialRow;
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
  api_key: { key: ['id'] },
  template: {
    key: ['id'],
    unique: { template_org_name: ({ org_id, name }) => `${org_id} ${name.toLowerCase()}` },
  },
  tool_secret: { key: ['project_id'] },
  tool_credential: {
    key: ['id'],
    unique: { tool_credential_origin: ({ project_id, origin }) => `${project_id} ${origin}` },
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
  project: [
    ['api_key', 'project_id'],
    ['tool_secret', 'project_id'],
    ['tool_credential', 'project_id'],
    ['webhook', 'project_id'],
  ],
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
