import type { ApiKeyRow } from '#domain/access/access.store.ts';
import type { LedgerRow } from '#domain/billing/billing.store.ts';
import type {
  DatasetCaseRow,
  DatasetRow,
  EvaluationResultRow,
  EvaluationRow,
} from '#domain/evaluation/evaluation.store.ts';
import type { OrgMemberRow, OrgRow } from '#domain/org/org.store.ts';
import type { ProjectMemberRow, ProjectRow } from '#domain/project/project.store.ts';
import type { RunReplyRow, RunRow, RunTraceRow } from '#domain/run/run.store.ts';
import type { IdempotencyRow } from '#domain/system/system.store.ts';
import type { TaskDraftRow, TaskRevisionRow, TaskRow } from '#domain/task/task.store.ts';
import type { TemplateRow } from '#domain/template/template.store.ts';
import type { ToolCredentialRow, ToolSecretRow } from '#domain/tool/tool.store.ts';
import type { UserRow } from '#domain/user/user.store.ts';
import type {
  TaskWebhookRow,
  WebhookDeliveryRow,
  WebhookEventRow,
  WebhookRow,
} from '#domain/webhook/webhook.store.ts';
import { keyIn, type TableSpec } from './table.ts';

/** The rows of every table. */
export interface Rows {
  dataset: DatasetRow;
  dataset_case: DatasetCaseRow;
  evaluation: EvaluationRow;
  evaluation_result: EvaluationResultRow;
  idempotency: IdempotencyRow;
  api_key: ApiKeyRow;
  run: RunRow;
  run_trace: RunTraceRow;
  run_reply: RunReplyRow;
  task: TaskRow;
  task_draft: TaskDraftRow;
  task_revision: TaskRevisionRow;
  template: TemplateRow;
  tool_secret: ToolSecretRow;
  tool_credential: ToolCredentialRow;
  ledger_entry: LedgerRow;
  org: OrgRow;
  org_member: OrgMemberRow;
  project: ProjectRow;
  project_member: ProjectMemberRow;
  user: UserRow;
  webhook: WebhookRow;
  task_webhook: TaskWebhookRow;
  webhook_event: WebhookEventRow;
  webhook_delivery: WebhookDeliveryRow;
}
export type TableName = keyof Rows;

/** All tables as plain JSON: rows by key. */
export type TableData = { [Name in TableName]: Record<string, Rows[Name]> };

export const TABLES: { readonly [Name in TableName]: TableSpec<Rows[Name]> } = {
  run: {
    key: ['id'],
    unique: {
      run_idempotency: ({ caller_id, idempotency_key }) =>
        idempotency_key === null ? undefined : `${caller_id} ${idempotency_key}`,
    },
  },
  run_trace: { key: ['run_id'] },
  run_reply: { key: ['step_id'] },
  idempotency: { key: ['caller', 'key'] },
  api_key: { key: ['id'] },
  ledger_entry: {
    key: ['id'],
    unique: { ledger_entry_reference_unique: ({ reference }) => reference },
  },
  org: { key: ['id'] },
  org_member: { key: ['org_id', 'user_id'] },
  project: {
    key: ['id'],
    unique: { project_org_name: ({ org_id, name }) => `${org_id} ${name.toLowerCase()}` },
  },
  project_member: { key: ['project_id', 'user_id'] },
  dataset: {
    key: ['id'],
    unique: { dataset_task_name: ({ task_id, name }) => `${task_id} ${name.toLowerCase()}` },
  },
  dataset_case: { key: ['id'] },
  evaluation: { key: ['id'] },
  evaluation_result: { key: ['evaluation_id', 'position'] },
  task: {
    key: ['id'],
    unique: { task_project_name: ({ project_id, name }) => `${project_id} ${name.toLowerCase()}` },
  },
  task_draft: { key: ['task_id'] },
  task_revision: { key: ['task_id', 'number'] },
  template: {
    key: ['id'],
    unique: { template_org_name: ({ org_id, name }) => `${org_id} ${name.toLowerCase()}` },
  },
  tool_secret: { key: ['project_id'] },
  tool_credential: {
    key: ['id'],
    unique: { tool_credential_origin: ({ project_id, origin }) => `${project_id} ${origin}` },
  },
  user: { key: ['id'], unique: { user_identity_id_unique: ({ identity_id }) => identity_id } },
  webhook: { key: ['id'] },
  task_webhook: { key: ['task_id'] },
  webhook_event: { key: ['id'] },
  webhook_delivery: { key: ['id'] },
};

type Reference = {
  [Name in TableName]: readonly [table: Name, column: keyof Rows[Name] & string];
}[TableName];

/** By table: the columns that refer to it. Deleting a row also deletes the rows that refer to it. */
export const CASCADES: Readonly<Record<string, readonly Reference[]>> = {
  org: [
    ['org_member', 'org_id'],
    ['project', 'org_id'],
    ['template', 'org_id'],
  ],
  project: [
    ['api_key', 'project_id'],
    ['task', 'project_id'],
    ['tool_secret', 'project_id'],
    ['tool_credential', 'project_id'],
    ['project_member', 'project_id'],
    ['run', 'project_id'],
    ['webhook', 'project_id'],
  ],
  run: [['run_trace', 'run_id']],
  user: [
    ['org_member', 'user_id'],
    ['project_member', 'user_id'],
  ],
  task: [
    ['dataset', 'task_id'],
    ['evaluation', 'task_id'],
    ['task_draft', 'task_id'],
    ['task_revision', 'task_id'],
    ['task_webhook', 'task_id'],
  ],
  dataset: [['dataset_case', 'dataset_id']],
  evaluation: [['evaluation_result', 'evaluation_id']],
  webhook: [
    ['task_webhook', 'webhook_id'],
    ['webhook_delivery', 'webhook_id'],
  ],
  webhook_event: [['webhook_delivery', 'event_id']],
};

/** Rows as a table stores them: by key. */
export function byKey<Name extends TableName>(
  name: Name,
  rows: readonly Rows[Name][],
): Record<string, Rows[Name]> {
  return Object.fromEntries(rows.map((row) => [keyIn(TABLES[name], row), row]));
}

/** Tables without rows. */
export function emptyTables(): TableData {
  const names = Object.keys(TABLES) as TableName[];
  return Object.fromEntries(names.map((name) => [name, {}])) as unknown as TableData;
}
