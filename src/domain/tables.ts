import type { Rows, TableName } from './stores.ts';

type References<Row> = { readonly [Column in keyof Row & string]?: TableName };

/** What the domain requires of a table. */
export interface TableSpec<Row> {
  /** The columns of the primary key. */
  key: readonly (keyof Row & string)[];
  /** Unique indexes by name: a row's value, or undefined if the index excludes the row. */
  unique?: Readonly<Record<string, (row: Row) => string | undefined>>;
  /** Columns that refer to another table. A row is deleted with the one that it refers to. */
  references?: References<Row>;
  /** The same, but without a foreign key, which would be too slow: such rows are deleted later, in batches. */
  swept?: References<Row>;
  /**
   * The column of `swept` whose rows are inserted, in batches, before the one that they refer to: nobody sees them until
   * it exists. What never comes to exist is swept an hour later.
   */
  madeFirst?: keyof Row & string;
}

/** What the domain requires of each table. A test checks that the database schema agrees. */
export const TABLES: { readonly [Name in TableName]: TableSpec<Rows[Name]> } = {
  run: {
    key: ['id'],
    unique: {
      run_idempotency: ({ caller_id, idempotency_key }) =>
        idempotency_key === null ? undefined : `${caller_id} ${idempotency_key}`,
    },
    swept: { project_id: 'project' },
  },
  run_trace: { key: ['run_id'], swept: { run_id: 'run' } },
  run_reply: { key: ['run_id', 'step_id'] },
  rejected_call: { key: ['id'], swept: { project_id: 'project' } },
  idempotency: { key: ['caller', 'key'] },
  erasure: { key: ['id'] },
  api_key: { key: ['id'], references: { project_id: 'project' } },
  audit_entry: { key: ['id'], swept: { org_id: 'org' } },
  invitation: {
    key: ['id'],
    unique: {
      invitation_open: ({ org_id, email_key, status }) =>
        status === 'open' ? `${org_id} ${email_key}` : undefined,
    },
    swept: { org_id: 'org' },
  },
  invitation_mail: { key: ['id'] },
  email_domain: {
    key: ['id'],
    unique: {
      email_domain_own: ({ org_id, domain }) => `${org_id} ${domain}`,
      email_domain_verified: ({ domain, verified_at }) =>
        verified_at === null ? undefined : domain,
    },
    references: { org_id: 'org' },
  },
  removal: { key: ['id'], swept: { org_id: 'org' } },
  join_request: {
    key: ['id'],
    unique: { join_request_own: ({ org_id, user_id }) => `${org_id} ${user_id}` },
    references: { user_id: 'user', domain_id: 'email_domain' },
    swept: { org_id: 'org' },
  },
  share: {
    key: ['id'],
    unique: {
      share_person: ({ thing_id, user_id, link_id }) =>
        user_id === null ? undefined : `${thing_id} ${user_id} ${link_id ?? ''}`,
      share_invited: ({ thing_id, user_id, email_key }) =>
        user_id === null ? `${thing_id} ${email_key}` : undefined,
    },
    references: {
      task_id: 'task',
      collection_id: 'collection',
      chat_id: 'chat',
      user_id: 'user',
      link_id: 'access_link',
      invitation_id: 'invitation',
    },
    swept: { project_id: 'project' },
  },
  access_link: {
    key: ['id'],
    references: { task_id: 'task', collection_id: 'collection', chat_id: 'chat' },
    swept: { project_id: 'project' },
  },
  audit_setting: { key: ['org_id'], references: { org_id: 'org' } },
  oauth_client: { key: ['id'], references: { project_id: 'project' } },
  oauth_grant: {
    key: ['id'],
    unique: { oauth_grant_person: ({ client_id, user_id }) => `${client_id} ${user_id}` },
    references: { user_id: 'user' },
    swept: { client_id: 'oauth_client' },
  },
  oauth_request: {
    key: ['id'],
    references: { opened_by: 'user' },
    swept: { client_id: 'oauth_client' },
  },
  oauth_token: {
    key: ['id'],
    references: { grant_id: 'oauth_grant' },
    swept: { client_id: 'oauth_client' },
  },
  balance_alert: { key: ['org_id'], references: { org_id: 'org' } },
  ledger_entry: {
    key: ['id'],
    unique: { ledger_entry_reference_unique: ({ reference }) => reference },
  },
  reservation: { key: ['id'], references: { org_id: 'org' } },
  subscription: {
    key: ['org_id'],
    unique: { subscription_customer_id_unique: ({ customer_id }) => customer_id },
  },
  payment_event: { key: ['id'] },
  auto_top_up: { key: ['org_id'], references: { org_id: 'org' } },
  spend_alert: { key: ['id'], references: { org_id: 'org', project_id: 'project' } },
  spend_limit: { key: ['id'], references: { project_id: 'project', api_key_id: 'api_key' } },
  usage_day: {
    key: ['org_id', 'day', 'project_id', 'task_id', 'model_id', 'caller_id', 'kind'],
  },
  price_change: {
    key: ['id'],
    references: { org_id: 'org', endpoint_id: 'model_endpoint' },
  },
  priced_call: { key: ['id'] },
  price_correction: { key: ['id'], references: { org_id: 'org' } },
  corrected_run: {
    key: ['correction_id', 'run_id'],
    swept: { correction_id: 'price_correction' },
  },
  corrected_org: {
    key: ['correction_id', 'org_id'],
    swept: { correction_id: 'price_correction' },
  },
  model_endpoint: { key: ['id'], references: { org_id: 'org' } },
  endpoint_model: { key: ['id'], references: { endpoint_id: 'model_endpoint' } },
  endpoint_spend: {
    key: ['endpoint_id', 'month'],
    references: { endpoint_id: 'model_endpoint' },
  },
  endpoint_hold: { key: ['id'], references: { endpoint_id: 'model_endpoint' } },
  widget: {
    key: ['id'],
    unique: { widget_key: ({ key }) => key },
    references: { org_id: 'org', project_id: 'project' },
  },
  chat: {
    key: ['id'],
    swept: { project_id: 'project', widget_id: 'widget' },
  },
  chat_config: { key: ['chat_id', 'number'], swept: { chat_id: 'chat' } },
  chat_pin: { key: ['chat_id', 'user_id'], swept: { chat_id: 'chat' } },
  chat_message: {
    key: ['id'],
    unique: {
      chat_message_position: ({ chat_id, position }) => `${chat_id} ${position}`,
      chat_message_ref: ({ chat_id, author_id, ref }) =>
        ref === null ? undefined : `${chat_id} ${author_id} ${ref}`,
    },
    swept: { chat_id: 'chat' },
  },
  article: { key: ['id'], swept: { project_id: 'project' } },
  article_content: { key: ['article_id', 'number'], references: { article_id: 'article' } },
  article_version: { key: ['article_id', 'number'], references: { article_id: 'article' } },
  article_step: {
    key: ['run_id'],
    unique: {
      article_step_idempotency: ({ caller_id, idempotency_key }) =>
        idempotency_key === null ? undefined : `${caller_id} ${idempotency_key}`,
    },
    swept: { article_id: 'article' },
  },
  article_file: { key: ['id'], swept: { article_id: 'article' } },
  chat_link: {
    key: ['id'],
    unique: { chat_link_hash: ({ hash }) => hash },
    references: { chat_id: 'chat' },
  },
  chat_attachment: { key: ['id'], swept: { chat_id: 'chat' } },
  visitor: {
    key: ['id'],
    unique: { visitor_hash: ({ hash }) => hash },
    references: { chat_id: 'chat' },
    swept: { widget_id: 'widget' },
  },
  collection: {
    key: ['id'],
    unique: {
      collection_project_name: ({ project_id, name }) => `${project_id} ${name.toLowerCase()}`,
    },
    swept: { org_id: 'org', project_id: 'project' },
  },
  collection_index: { key: ['id'], references: { collection_id: 'collection' } },
  collection_question: { key: ['id'], swept: { collection_id: 'collection' } },
  document: { key: ['id'], swept: { collection_id: 'collection', datasource_id: 'datasource' } },
  indexing: {
    key: ['index_id', 'document_id'],
    references: { document_id: 'document' },
    swept: { index_id: 'collection_index' },
    madeFirst: 'index_id',
  },
  upload: {
    key: ['id'],
    swept: { project_id: 'project', collection_id: 'collection' },
    madeFirst: 'collection_id',
  },
  datasource: { key: ['id'], references: { collection_id: 'collection' } },
  datasource_item: {
    key: ['datasource_id', 'key_hash'],
    swept: { datasource_id: 'datasource' },
  },
  datasource_sync: {
    key: ['id'],
    unique: {
      datasource_sync_open: ({ datasource_id, due_at }) =>
        due_at === null ? undefined : datasource_id,
    },
    swept: { datasource_id: 'datasource' },
  },
  datasource_sync_entry: { key: ['id'], swept: { sync_id: 'datasource_sync' } },
  model_probe: { key: ['endpoint', 'model'] },
  notification: { key: ['id'] },
  notification_setting: { key: ['user_id'], references: { user_id: 'user' } },
  org: { key: ['id'] },
  org_member: {
    key: ['org_id', 'user_id'],
    references: { user_id: 'user' },
    swept: { org_id: 'org' },
  },
  project: {
    key: ['id'],
    unique: {
      project_org_name: ({ org_id, name, deleted_at }) =>
        deleted_at === null ? `${org_id} ${name.toLowerCase()}` : undefined,
    },
    swept: { org_id: 'org' },
  },
  project_member: {
    key: ['project_id', 'user_id'],
    references: { user_id: 'user' },
    swept: { project_id: 'project' },
  },
  dataset: {
    key: ['id'],
    unique: { dataset_task_name: ({ task_id, name }) => `${task_id} ${name.toLowerCase()}` },
    references: { task_id: 'task' },
  },
  dataset_case: { key: ['id'], swept: { dataset_id: 'dataset' } },
  evaluation: { key: ['id'], swept: { task_id: 'task' } },
  evaluation_result: {
    key: ['evaluation_id', 'position'],
    swept: { evaluation_id: 'evaluation' },
    madeFirst: 'evaluation_id',
  },
  task: {
    key: ['id'],
    unique: { task_project_name: ({ project_id, name }) => `${project_id} ${name.toLowerCase()}` },
    swept: { org_id: 'org', project_id: 'project' },
  },
  task_draft: { key: ['task_id'], references: { task_id: 'task' } },
  task_revision: { key: ['task_id', 'number'], swept: { task_id: 'task' } },
  template: {
    key: ['id'],
    unique: { template_org_name: ({ org_id, name }) => `${org_id} ${name.toLowerCase()}` },
    swept: { org_id: 'org' },
    madeFirst: 'org_id',
  },
  tool_secret: { key: ['project_id'], references: { project_id: 'project' } },
  tool_credential: {
    key: ['id'],
    unique: {
      tool_credential_origin: ({ project_id, origin, path }) => `${project_id} ${origin} ${path}`,
    },
    references: { project_id: 'project' },
  },
  transfer: { key: ['id'], swept: { org_id: 'org' } },
  user: { key: ['id'], unique: { user_identity_id_unique: ({ identity_id }) => identity_id } },
  webhook: { key: ['id'], references: { project_id: 'project' } },
  task_webhook: {
    key: ['task_id'],
    references: { task_id: 'task' },
    swept: { webhook_id: 'webhook' },
  },
  webhook_event: { key: ['id'] },
  webhook_delivery: {
    key: ['id'],
    references: { event_id: 'webhook_event' },
    swept: { webhook_id: 'webhook' },
  },
};
