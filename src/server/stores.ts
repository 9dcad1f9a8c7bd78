import type { PgTable } from 'drizzle-orm/pg-core';
import {
  type AreaStores,
  lazyStores,
  type Rows,
  type Stores,
  storeTables,
  type TableName,
} from '#domain/stores.ts';
import type { Db, Tx } from './db/client.ts';
import { sweepOrphans } from './db/deletion/orphans.ts';
import { apiKey } from './db/schema/access.ts';
import { auditEntry, auditSetting } from './db/schema/audit.ts';
import { autoTopUp } from './db/schema/billing/auto-top-up.ts';
import { balanceAlert, ledgerEntry, reservation } from './db/schema/billing/ledger.ts';
import { spendAlert, spendLimit } from './db/schema/billing/limits.ts';
import {
  correctedOrg,
  correctedRun,
  priceChange,
  priceCorrection,
  pricedCall,
} from './db/schema/billing/price.ts';
import { paymentEvent, subscription } from './db/schema/billing/subscription.ts';
import { usageDay } from './db/schema/billing/usage.ts';
import {
  chat,
  chatAttachment,
  chatConfig,
  chatLink,
  chatMessage,
  chatPin,
  visitor,
  widget,
} from './db/schema/chat.ts';
import {
  collection,
  collectionIndex,
  collectionQuestion,
  document,
  indexing,
  upload,
} from './db/schema/collection/collection.ts';
import {
  datasource,
  datasourceItem,
  datasourceSync,
  datasourceSyncEntry,
} from './db/schema/collection/datasource.ts';
import {
  article,
  articleContent,
  articleFile,
  articleStep,
  articleVersion,
} from './db/schema/compose.ts';
import { endpointHold, endpointModel, endpointSpend, modelEndpoint } from './db/schema/endpoint.ts';
import { dataset, datasetCase, evaluation, evaluationResult } from './db/schema/evaluation.ts';
import { invitation, invitationMail } from './db/schema/invitation.ts';
import { modelProbe } from './db/schema/model.ts';
import { notification, notificationSetting } from './db/schema/notification.ts';
import { oauthClient, oauthGrant, oauthRequest, oauthToken } from './db/schema/oauth.ts';
import { emailDomain, joinRequest, org, orgMember, removal } from './db/schema/org.ts';
import { project, projectMember } from './db/schema/project.ts';
import { rejectedCall, run, runReply, runTrace } from './db/schema/run.ts';
import { accessLink, share } from './db/schema/share.ts';
import { idempotency } from './db/schema/system.ts';
import { task, taskDraft, taskRevision } from './db/schema/task.ts';
import { template } from './db/schema/template.ts';
import { toolCredential, toolSecret } from './db/schema/tool.ts';
import { transfer } from './db/schema/transfer.ts';
import { erasure, user } from './db/schema/user.ts';
import { taskWebhook, webhook, webhookDelivery, webhookEvent } from './db/schema/webhook.ts';
import { sqlTable } from './db/table.ts';
import { auditMethods } from './features/audit/audit.repository.ts';
import { billingMethods } from './features/billing/billing.repository.ts';
import { chatMethods } from './features/chat/chat.repository.ts';
import { chunkStore } from './features/collection/chunk.repository.ts';
import {
  collectionMethods,
  matchingDocuments,
} from './features/collection/collection.repository.ts';
import { composeMethods } from './features/compose/compose.repository.ts';
import { endpointMethods } from './features/endpoint/endpoint.repository.ts';
import { evaluationMethods } from './features/evaluation/evaluation.repository.ts';
import { memberMethods } from './features/member/member.repository.ts';
import { notificationMethods } from './features/notification/notification.repository.ts';
import { runMethods } from './features/run/run.repository.ts';
import { taskMethods } from './features/task/task.repository.ts';
import { webhookMethods } from './features/webhook/webhook.repository.ts';

const schema = {
  article,
  article_content: articleContent,
  article_file: articleFile,
  article_step: articleStep,
  article_version: articleVersion,
  erasure,
  api_key: apiKey,
  audit_entry: auditEntry,
  audit_setting: auditSetting,
  oauth_client: oauthClient,
  oauth_grant: oauthGrant,
  oauth_request: oauthRequest,
  oauth_token: oauthToken,
  balance_alert: balanceAlert,
  ledger_entry: ledgerEntry,
  reservation,
  subscription,
  payment_event: paymentEvent,
  auto_top_up: autoTopUp,
  spend_alert: spendAlert,
  spend_limit: spendLimit,
  usage_day: usageDay,
  price_change: priceChange,
  priced_call: pricedCall,
  price_correction: priceCorrection,
  corrected_run: correctedRun,
  corrected_org: correctedOrg,
  chat,
  chat_attachment: chatAttachment,
  chat_config: chatConfig,
  chat_link: chatLink,
  chat_message: chatMessage,
  chat_pin: chatPin,
  visitor,
  widget,
  collection,
  collection_index: collectionIndex,
  collection_question: collectionQuestion,
  document,
  indexing,
  upload,
  datasource,
  datasource_item: datasourceItem,
  datasource_sync: datasourceSync,
  datasource_sync_entry: datasourceSyncEntry,
  dataset,
  dataset_case: datasetCase,
  evaluation,
  evaluation_result: evaluationResult,
  invitation,
  invitation_mail: invitationMail,
  share,
  access_link: accessLink,
  model_endpoint: modelEndpoint,
  endpoint_model: endpointModel,
  endpoint_spend: endpointSpend,
  endpoint_hold: endpointHold,
  email_domain: emailDomain,
  join_request: joinRequest,
  model_probe: modelProbe,
  notification,
  notification_setting: notificationSetting,
  org,
  org_member: orgMember,
  project,
  project_member: projectMember,
  removal,
  rejected_call: rejectedCall,
  run,
  run_reply: runReply,
  run_trace: runTrace,
  idempotency,
  task,
  task_draft: taskDraft,
  task_revision: taskRevision,
  template,
  tool_credential: toolCredential,
  tool_secret: toolSecret,
  transfer,
  user,
  task_webhook: taskWebhook,
  webhook,
  webhook_delivery: webhookDelivery,
  webhook_event: webhookEvent,
} satisfies { [Name in TableName]: PgTable & { $inferSelect: Rows[Name] } };

/** Columns that are not in the domain's rows. They would leak into responses through `...rest`. */
type Unknown = {
  [Name in TableName]: Exclude<keyof (typeof schema)[Name]['$inferSelect'], keyof Rows[Name]>;
}[TableName];

/** The tables of the schema. This only compiles if their rows are exactly those of the domain. */
export const SCHEMA: [Unknown] extends [never]
  ? typeof schema
  : `No row of the domain has ${Unknown}` = schema;

/**
 * The stores over a database, or over a transaction on it.
 * @param hasPayments whether payments are set up
 */
export function createStores(db: Db | Tx, hasPayments = false): Stores {
  const tables = <Area extends keyof AreaStores>(area: Area) =>
    storeTables(area, (name) => sqlTable(db, SCHEMA[name] as PgTable));
  return lazyStores({
    access: () => tables('access'),
    account: () => tables('account'),
    audit: () => ({ ...tables('audit'), ...auditMethods(db) }),
    billing: () => ({ ...tables('billing'), ...billingMethods(db), hasPayments }),
    chat: () => ({ ...tables('chat'), ...chatMethods(db) }),
    collection: () => ({
      ...tables('collection'),
      ...collectionMethods(db),
      chunks: chunkStore(db as Db, matchingDocuments(db)),
    }),
    compose: () => ({ ...tables('compose'), ...composeMethods(db) }),
    datasource: () => tables('datasource'),
    endpoint: () => ({ ...tables('endpoint'), ...endpointMethods(db) }),
    evaluation: () => ({ ...tables('evaluation'), ...evaluationMethods(db) }),
    invitation: () => tables('invitation'),
    share: () => tables('share'),
    capture: () => tables('capture'),
    member: () => memberMethods(db),
    model: () => tables('model'),
    notification: () => ({ ...tables('notification'), ...notificationMethods(db) }),
    oauth: () => tables('oauth'),
    org: () => tables('org'),
    project: () => tables('project'),
    run: () => ({ ...tables('run'), ...runMethods(db) }),
    system: () => ({
      ...tables('system'),
      sweepOrphans: (now, signal) => sweepOrphans(db as Db, now, signal),
    }),
    task: () => ({ ...tables('task'), ...taskMethods(db) }),
    template: () => tables('template'),
    tool: () => tables('tool'),
    transfer: () => tables('transfer'),
    user: () => tables('user'),
    webhook: () => ({ ...tables('webhook'), ...webhookMethods(db) }),
    transaction: () => (work) => db.transaction((tx) => work(createStores(tx, hasPayments))),
  });
}
