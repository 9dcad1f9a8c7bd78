import { credentialPlace } from '#core/access/secret-place.ts';
import type { AuditTargetType } from '#generated/model/index.ts';
import type { Stores } from '../stores.ts';
import type { Rows, TableName } from '../tables.ts';

interface Target {
  id: string;
  /** Null if it has none, or if it must not be repeated to everybody who may read the log. */
  name: string | null;
}

/** How changes of a table's rows are recorded. A test requires every column to be in one of the three lists. */
export interface AuditedTable<Row> {
  /** What the rows are to people. Parts of a thing are recorded as changes of the thing. */
  type: AuditTargetType;
  /** @param stores those of the transaction, to look up names */
  target(row: Row, stores: Stores): Target | Promise<Target>;
  /** Columns whose values are recorded, separated by spaces. */
  shown: string;
  /** Columns of which is only recorded that they changed: secrets, prompts and other contents. */
  hidden?: string;
  /** Columns that aren't recorded: ids, counters, and what only the server changes. */
  rest: string;
}

/**
 * The tables whose changes go into the audit log. Never show what is secret, or what was written for fewer people than
 * those who may read the log.
 */
export const AUDITED_TABLES = {
  org: {
    type: 'org',
    target: own,
    shown:
      'name default_model_id run_retention_days allowed_origins deleted_at plan plan_interval pending_plan pending_plan_interval',
    rest: 'id deleted_by_name plan_status pending_plan_date trial_ends_at grace_period_ends_at balance reserved created_at updated_at version',
  },
  org_member: {
    type: 'member',
    target: ({ user_id }, stores) => person(user_id, stores),
    shown: 'role',
    rest: 'org_id user_id created_at',
  },
  transfer: {
    type: 'org',
    target: async ({ org_id }, { org }) => ({
      id: org_id,
      name: (await org.allOrgs.find({ id: org_id }))?.name ?? null,
    }),
    shown: 'kind status',
    rest: 'id org_id input done written total size project_ids report error created_by_id created_by_name created_at ended_at worker_id lease_until',
  },
  subscription: {
    type: 'org',
    target: async ({ org_id }, { org }) => ({
      id: org_id,
      name: (await org.allOrgs.find({ id: org_id }))?.name ?? null,
    }),
    shown: 'cancels_at',
    hidden: 'card tax_id',
    rest: 'org_id customer_id subscription_id price period_ends_at had_trial changing_until synced_at syncs version',
  },
  project: {
    type: 'project',
    target: own,
    shown: 'name org_id default_model_id run_retention_days allowed_origins deleted_at',
    rest: 'moved_from id deleted_by_name deleted_with_org created_at updated_at version',
  },
  project_member: {
    type: 'member',
    target: ({ user_id }, stores) => person(user_id, stores),
    shown: 'role',
    rest: 'project_id user_id created_at',
  },
  invitation: {
    type: 'invitation',
    target: ({ id, email }) => ({ id, name: email }),
    shown: 'email role project_ids status expires_at',
    hidden: 'projects message',
    rest: 'id org_id email_key invited_by_id invited_by_name created_at sent_at ended_at',
  },
  email_domain: {
    type: 'domain',
    target: ({ id, domain }) => ({ id, name: domain }),
    shown: 'domain joining role projects verified_at',
    rest: 'id org_id token checked_at last_check misses created_by_id created_by_name created_at',
  },
  join_request: {
    type: 'join_request',
    target: ({ id, email }) => ({ id, name: email }),
    shown: 'email declined_at',
    rest: 'id org_id user_id domain_id created_at',
  },
  share: {
    type: 'share',
    target: ({ id, email }) => ({ id, name: email }),
    shown: 'type thing_id email level expires_at',
    rest: 'id org_id project_id task_id collection_id chat_id user_id email_key link_id invitation_id created_by_id created_by_name created_at',
  },
  access_link: {
    type: 'access_link',
    target: ({ id }) => ({ id, name: null }),
    shown: 'type thing_id level expires_at',
    rest: 'id org_id project_id task_id collection_id chat_id created_by_id created_by_name created_at',
  },
  api_key: {
    type: 'api_key',
    target: own,
    shown: 'name prefix resources expires_at old_key_until',
    rest: 'id project_id hash old_prefix old_hash created_by created_at last_used_at',
  },
  spend_limit: {
    type: 'project',
    target: async ({ project_id }, { project }) => ({
      id: project_id,
      name: (await project.projects.find({ id: project_id }))?.name ?? null,
    }),
    shown: 'amount',
    rest: 'id scope project_id api_key_id month spent reserved updated_at',
  },
  auto_top_up: {
    type: 'org',
    target: async ({ org_id }, { org }) => ({
      id: org_id,
      name: (await org.orgs.find({ id: org_id }))?.name ?? null,
    }),
    shown: 'is_on threshold amount monthly_cap',
    rest: 'org_id month bought failure attempt_id attempt_amount attempt_until',
  },
  spend_alert: {
    type: 'org',
    target: async ({ org_id }, { org }) => ({
      id: org_id,
      name: (await org.orgs.find({ id: org_id }))?.name ?? null,
    }),
    shown: 'amount',
    rest: 'id org_id project_id notified_month created_at',
  },
  oauth_client: {
    type: 'oauth_client',
    target: own,
    shown:
      'name publisher url redirect_uris type grants scopes resources secret_prefix old_secret_until',
    rest: 'id project_id logo_text secret_hash old_secret_hash created_by_id created_by_name created_at last_used_at version',
  },
  oauth_grant: {
    type: 'oauth_grant',
    target: ({ id, client_id }, stores) => app(id, client_id, stores),
    shown: 'scopes resources',
    rest: 'id org_id project_id client_id user_id created_at last_used_at',
  },
  template: {
    type: 'template',
    target: own,
    shown: 'name description tags',
    hidden: 'definition sample',
    rest: 'id org_id created_by_id created_by_name created_at',
  },
  task: {
    type: 'task',
    target: own,
    shown:
      'project_id name description tags archived_at evaluation_required active_revision environments',
    rest: 'id org_id latest_revision previous_revision model_id created_by_id created_by_name created_at updated_at version',
  },
  task_revision: {
    type: 'task',
    target: ({ task_id }, stores) => task(task_id, stores),
    shown: 'number note',
    rest: 'task_id definition author_id author_name created_at',
  },
  dataset: {
    type: 'dataset',
    target: own,
    shown: 'name',
    hidden: 'checks',
    rest: 'id task_id cases size version created_by_id created_by_name created_at updated_at',
  },
  dataset_case: {
    type: 'dataset_case',
    target: own,
    shown: 'name',
    hidden: 'inputs expected',
    rest: 'id dataset_id source_run_id created_at',
  },
  evaluation: {
    type: 'evaluation',
    target: ({ id, dataset_name }) => ({ id, name: dataset_name }),
    shown: 'revision baseline_revision',
    rest: 'id org_id project_id task_id dataset_id dataset_name size checks status error cases created_by_id created_by_name created_at ended_at worker_id lease_until attempts',
  },
  model_endpoint: {
    type: 'model_endpoint',
    target: own,
    shown: 'name kind base_url api_version region offer fallback_model_id spend_limit',
    hidden: 'key headers access_key_id',
    rest: 'id org_id key_last_four key_changed_at key_used_at reserved problem checked_at connection created_by_id created_by_name created_at version',
  },
  endpoint_model: {
    type: 'model_endpoint',
    target: async ({ endpoint_id: id, name }, { endpoint }) => {
      const row = await endpoint.endpoints.find({ id });
      return { id, name: row ? `${row.name}: ${name}` : name };
    },
    shown:
      'chosen type title context_window max_output_tokens input_price output_price fallback_model_id',
    hidden: 'supports',
    rest: 'id endpoint_id name edited is_listed',
  },
  webhook: {
    type: 'webhook',
    target: own,
    shown: 'name url events all_tasks status',
    hidden: 'secret',
    rest: 'id project_id failures failing_since last_delivered_at old_secret old_secret_until created_by_id created_by_name created_at version',
  },
  task_webhook: {
    type: 'task',
    target: ({ task_id }, stores) => task(task_id, stores),
    shown: 'webhook_id',
    rest: 'task_id',
  },
  tool_secret: {
    type: 'tool_secret',
    target: ({ project_id }) => ({ id: project_id, name: null }),
    shown: 'generation old_secret_until',
    rest: 'project_id made_at',
  },
  tool_credential: {
    type: 'tool_credential',
    target: ({ id, ...scope }) => ({ id, name: credentialPlace(scope).full }),
    shown: 'origin path',
    hidden: 'authorization',
    rest: 'id project_id updated_by_id updated_by_name updated_at',
  },
  collection: {
    type: 'collection',
    target: own,
    shown: 'project_id name description tags is_paused',
    hidden: 'index_id',
    rest: 'id org_id created_by_id created_by_name created_at updated_at version',
  },
  collection_index: {
    type: 'collection',
    target: ({ collection_id }, stores) => collection(collection_id, stores),
    shown: 'number chunk_size chunk_overlap language embedding_model',
    rest: 'id collection_id status dimensions activates figures created_at completed_at',
  },
  collection_question: {
    type: 'question',
    target: ({ id, question }) => ({ id, name: question }),
    shown: 'question',
    hidden: 'expected filter',
    rest: 'id collection_id created_by_id created_by_name created_at',
  },
  document: {
    type: 'document',
    target: own,
    shown: 'name title tags dated_at collection_id',
    rest: 'id org_id kind media_type size origin_type url datasource_id state warnings pages language characters parts content extracted segments hash source_etag error_code error_detail version created_by_id created_by_name created_at updated_at ready_at',
  },
  datasource: {
    type: 'datasource',
    target: own,
    shown: 'name config interval is_paused credentials_hint',
    hidden: 'credentials',
    rest: 'id collection_id org_id health state connecting error next_sync_at version created_by_id created_by_name created_at',
  },
  audit_setting: {
    type: 'audit_log',
    target: ({ org_id }) => ({ id: org_id, name: null }),
    shown: 'retention_days',
    rest: 'org_id version',
  },
  // A chat's title is its owner's: who may read the log may not read every chat.
  article: {
    type: 'article',
    // Titles are part of the content.
    target: ({ id }) => ({ id, name: null }),
    shown: 'publication',
    rest: 'id project_id title topic stage words cost is_cost_unknown latest_version version created_by_id created_by_name updated_by_id updated_by_name created_at updated_at',
  },
  chat: {
    type: 'chat',
    target: ({ id }) => ({ id, name: null }),
    shown: 'audience',
    rest: 'id org_id project_id kind title config config_version owner_type owner_id owner_name widget_id message_count change last_message_id last_message_at version created_at deleted_at',
  },
  chat_link: {
    type: 'chat',
    target: ({ chat_id }) => ({ id: chat_id, name: null }),
    shown: 'id expires_at',
    rest: 'chat_id hash created_by_id created_by_name created_at last_viewed_at',
  },
  widget: {
    type: 'widget',
    target: own,
    shown: 'name enabled origins theme daily_messages key',
    hidden: 'config',
    rest: 'id org_id project_id version created_by_id created_by_name created_at updated_at',
  },
} as const satisfies { readonly [Name in TableName]?: AuditedTable<Rows[Name]> };

export type AuditedTableName = keyof typeof AUDITED_TABLES;

function own({ id, name }: { id: string; name: string }): Target {
  return { id, name };
}

async function person(id: string, { user }: Stores): Promise<Target> {
  return { id, name: (await user.users.find({ id }))?.name ?? null };
}

async function task(id: string, stores: Stores): Promise<Target> {
  return { id, name: (await stores.task.tasks.find({ id }))?.name ?? null };
}

async function collection(id: string, stores: Stores): Promise<Target> {
  return { id, name: (await stores.collection.collections.find({ id }))?.name ?? null };
}

async function app(id: string, clientId: string, { oauth }: Stores): Promise<Target> {
  return { id, name: (await oauth.clients.find({ id: clientId }))?.name ?? null };
}
