import type { AccessStore, ApiKeyRow } from './access/access.store.ts';
import type { AccountStore, ErasureRow } from './account/account.store.ts';
import type { AuditEntryRow, AuditSettingRow, AuditStore } from './audit/audit.store.ts';
import type {
  AutoTopUpRow,
  BalanceAlertRow,
  BillingStore,
  LedgerRow,
  PaymentEventRow,
  ReservationRow,
  SpendAlertRow,
  SpendLimitRow,
  SubscriptionRow,
  UsageDayRow,
} from './billing/billing.store.ts';
import type {
  CorrectedOrgRow,
  CorrectedRunRow,
  PriceChangeRow,
  PriceCorrectionRow,
  PricedCallRow,
} from './billing/price/price.store.ts';
import type {
  CaptureStore,
  EmailDomainRow,
  JoinRequestRow,
  RemovalRow,
} from './capture/capture.store.ts';
import type {
  ChatAttachmentRow,
  ChatConfigRow,
  ChatLinkRow,
  ChatMessageRow,
  ChatPinRow,
  ChatRow,
  ChatStore,
  VisitorRow,
  WidgetRow,
} from './chat/chat.store.ts';
import type {
  CollectionIndexRow,
  CollectionRow,
  CollectionStore,
  DocumentRow,
  IndexingRow,
  QuestionRow,
  UploadRow,
} from './collection/collection.store.ts';
import type {
  ArticleContentRow,
  ArticleFileRow,
  ArticleRow,
  ArticleStepRow,
  ArticleVersionRow,
  ComposeStore,
} from './compose/compose.store.ts';
import type {
  DatasourceItemRow,
  DatasourceRow,
  DatasourceStore,
  DatasourceSyncEntryRow,
  DatasourceSyncRow,
} from './datasource/datasource.store.ts';
import type {
  EndpointHoldRow,
  EndpointModelRow,
  EndpointRow,
  EndpointSpendRow,
  EndpointStore,
} from './endpoint/endpoint.store.ts';
import type {
  DatasetCaseRow,
  DatasetRow,
  EvaluationResultRow,
  EvaluationRow,
  EvaluationStore,
} from './evaluation/evaluation.store.ts';
import type {
  InvitationMailRow,
  InvitationRow,
  InvitationStore,
} from './invitation/invitation.store.ts';
import { type Deletable, liveOnly } from './live.ts';
import type { MemberStore } from './member/member.store.ts';
import type { ModelProbeRow, ModelStore } from './model/model.store.ts';
import type {
  NotificationRow,
  NotificationSettingRow,
  NotificationStore,
} from './notification/notification.store.ts';
import type {
  OAuthClientRow,
  OAuthGrantRow,
  OAuthRequestRow,
  OAuthStore,
  OAuthTokenRow,
} from './oauth/oauth.store.ts';
import type { OrgMemberRow, OrgRow, OrgStore } from './org/org.store.ts';
import type { ProjectMemberRow, ProjectRow, ProjectStore } from './project/project.store.ts';
import type { RejectedCallRow } from './run/rejected/rejected-call.store.ts';
import type { RunReplyRow, RunRow, RunStore, RunTraceRow } from './run/run.store.ts';
import type { AccessLinkRow, ShareRow, ShareStore } from './share/share.store.ts';
import type { IdempotencyRow, SystemStore } from './system/system.store.ts';
import type { Table } from './table.ts';
import type { TaskDraftRow, TaskRevisionRow, TaskRow, TaskStore } from './task/task.store.ts';
import type { TemplateRow, TemplateStore } from './template/template.store.ts';
import type { ToolCredentialRow, ToolSecretRow, ToolStore } from './tool/tool.store.ts';
import type { TransferRow, TransferStore } from './transfer/transfer.store.ts';
import type { UserRow, UserStore } from './user/user.store.ts';
import type {
  TaskWebhookRow,
  WebhookDeliveryRow,
  WebhookEventRow,
  WebhookRow,
  WebhookStore,
} from './webhook/webhook.store.ts';

/** The rows of every table. */
export interface Rows {
  article: ArticleRow;
  article_content: ArticleContentRow;
  article_file: ArticleFileRow;
  article_step: ArticleStepRow;
  article_version: ArticleVersionRow;
  chat: ChatRow;
  chat_config: ChatConfigRow;
  chat_pin: ChatPinRow;
  chat_message: ChatMessageRow;
  chat_link: ChatLinkRow;
  chat_attachment: ChatAttachmentRow;
  widget: WidgetRow;
  visitor: VisitorRow;
  collection: CollectionRow;
  collection_index: CollectionIndexRow;
  collection_question: QuestionRow;
  document: DocumentRow;
  indexing: IndexingRow;
  upload: UploadRow;
  datasource: DatasourceRow;
  datasource_item: DatasourceItemRow;
  datasource_sync: DatasourceSyncRow;
  datasource_sync_entry: DatasourceSyncEntryRow;
  dataset: DatasetRow;
  dataset_case: DatasetCaseRow;
  evaluation: EvaluationRow;
  evaluation_result: EvaluationResultRow;
  idempotency: IdempotencyRow;
  erasure: ErasureRow;
  api_key: ApiKeyRow;
  audit_entry: AuditEntryRow;
  audit_setting: AuditSettingRow;
  oauth_client: OAuthClientRow;
  oauth_grant: OAuthGrantRow;
  oauth_request: OAuthRequestRow;
  oauth_token: OAuthTokenRow;
  run: RunRow;
  run_trace: RunTraceRow;
  run_reply: RunReplyRow;
  rejected_call: RejectedCallRow;
  task: TaskRow;
  task_draft: TaskDraftRow;
  task_revision: TaskRevisionRow;
  template: TemplateRow;
  tool_secret: ToolSecretRow;
  tool_credential: ToolCredentialRow;
  invitation: InvitationRow;
  invitation_mail: InvitationMailRow;
  balance_alert: BalanceAlertRow;
  share: ShareRow;
  email_domain: EmailDomainRow;
  removal: RemovalRow;
  join_request: JoinRequestRow;
  access_link: AccessLinkRow;
  ledger_entry: LedgerRow;
  reservation: ReservationRow;
  subscription: SubscriptionRow;
  payment_event: PaymentEventRow;
  spend_alert: SpendAlertRow;
  auto_top_up: AutoTopUpRow;
  spend_limit: SpendLimitRow;
  usage_day: UsageDayRow;
  price_change: PriceChangeRow;
  priced_call: PricedCallRow;
  price_correction: PriceCorrectionRow;
  corrected_run: CorrectedRunRow;
  corrected_org: CorrectedOrgRow;
  model_endpoint: EndpointRow;
  endpoint_model: EndpointModelRow;
  endpoint_spend: EndpointSpendRow;
  endpoint_hold: EndpointHoldRow;
  model_probe: ModelProbeRow;
  notification: NotificationRow;
  notification_setting: NotificationSettingRow;
  org: OrgRow;
  org_member: OrgMemberRow;
  project: ProjectRow;
  project_member: ProjectMemberRow;
  user: UserRow;
  transfer: TransferRow;
  webhook: WebhookRow;
  task_webhook: TaskWebhookRow;
  webhook_event: WebhookEventRow;
  webhook_delivery: WebhookDeliveryRow;
}
export type TableName = keyof Rows;

/** The stores by area. */
export interface AreaStores {
  access: AccessStore;
  account: AccountStore;
  audit: AuditStore;
  billing: BillingStore;
  chat: ChatStore;
  collection: CollectionStore;
  compose: ComposeStore;
  datasource: DatasourceStore;
  endpoint: EndpointStore;
  evaluation: EvaluationStore;
  invitation: InvitationStore;
  share: ShareStore;
  capture: CaptureStore;
  member: MemberStore;
  model: ModelStore;
  notification: NotificationStore;
  oauth: OAuthStore;
  org: OrgStore;
  project: ProjectStore;
  run: RunStore;
  system: SystemStore;
  task: TaskStore;
  template: TemplateStore;
  tool: ToolStore;
  transfer: TransferStore;
  user: UserStore;
  webhook: WebhookStore;
}

/** The tables of a store, without its named methods. */
export type TablesOf<Store> = {
  [Key in keyof Store as Store[Key] extends Table<infer _> ? Key : never]: Store[Key];
};
/** The named methods of a store, for what its tables cannot express. */
export type MethodsOf<Store> = Omit<Store, keyof TablesOf<Store>>;

/** By area: the names of its store's tables. */
export const STORE_TABLES: {
  readonly [Area in keyof AreaStores]: {
    readonly [Key in keyof TablesOf<AreaStores[Area]>]: TableName;
  };
} = {
  access: { apiKeys: 'api_key' },
  account: { erasures: 'erasure' },
  audit: { entries: 'audit_entry', settings: 'audit_setting' },
  billing: {
    alerts: 'balance_alert',
    entries: 'ledger_entry',
    events: 'payment_event',
    reservations: 'reservation',
    subscriptions: 'subscription',
    limits: 'spend_limit',
    spendAlerts: 'spend_alert',
    autoTopUps: 'auto_top_up',
    usageDays: 'usage_day',
    priceChanges: 'price_change',
    pricedCalls: 'priced_call',
    corrections: 'price_correction',
    correctedRuns: 'corrected_run',
    correctedOrgs: 'corrected_org',
  },
  chat: {
    chats: 'chat',
    configs: 'chat_config',
    pins: 'chat_pin',
    messages: 'chat_message',
    links: 'chat_link',
    attachments: 'chat_attachment',
    widgets: 'widget',
    visitors: 'visitor',
  },
  collection: {
    collections: 'collection',
    indexes: 'collection_index',
    documents: 'document',
    indexings: 'indexing',
    questions: 'collection_question',
    uploads: 'upload',
  },
  compose: {
    articles: 'article',
    contents: 'article_content',
    versions: 'article_version',
    steps: 'article_step',
    files: 'article_file',
  },
  datasource: {
    sources: 'datasource',
    items: 'datasource_item',
    syncs: 'datasource_sync',
    entries: 'datasource_sync_entry',
  },
  endpoint: {
    endpoints: 'model_endpoint',
    models: 'endpoint_model',
    spends: 'endpoint_spend',
    holds: 'endpoint_hold',
  },
  evaluation: {
    datasets: 'dataset',
    cases: 'dataset_case',
    evaluations: 'evaluation',
    results: 'evaluation_result',
  },
  invitation: { invitations: 'invitation', mails: 'invitation_mail' },
  share: { shares: 'share', links: 'access_link' },
  capture: { domains: 'email_domain', removals: 'removal', requests: 'join_request' },
  member: {},
  model: { probes: 'model_probe' },
  notification: { notifications: 'notification', settings: 'notification_setting' },
  oauth: {
    clients: 'oauth_client',
    grants: 'oauth_grant',
    requests: 'oauth_request',
    tokens: 'oauth_token',
  },
  org: { orgs: 'org', allOrgs: 'org', members: 'org_member' },
  project: { projects: 'project', allProjects: 'project', members: 'project_member' },
  run: { runs: 'run', traces: 'run_trace', replies: 'run_reply', rejected: 'rejected_call' },
  system: { idempotency: 'idempotency' },
  task: { tasks: 'task', drafts: 'task_draft', revisions: 'task_revision' },
  template: { templates: 'template' },
  transfer: { transfers: 'transfer' },
  tool: { secrets: 'tool_secret', credentials: 'tool_credential' },
  user: { users: 'user' },
  webhook: {
    webhooks: 'webhook',
    attachments: 'task_webhook',
    events: 'webhook_event',
    deliveries: 'webhook_delivery',
  },
};

/** The tables of stores that leave out what is deleted. */
const LIVE_ONLY: ReadonlySet<string> = new Set(['orgs', 'projects']);

/** The tables of an area's store, created by name. */
export function storeTables<Area extends keyof AreaStores>(
  area: Area,
  make: (name: TableName) => Table<unknown>,
): TablesOf<AreaStores[Area]> {
  const names: Readonly<Record<string, TableName>> = STORE_TABLES[area];
  const tables = Object.entries(names).map(([key, name]) => {
    const table = make(name);
    return [key, LIVE_ONLY.has(key) ? liveOnly(table as Table<Deletable>) : table];
  });
  return Object.fromEntries(tables);
}

/** Stores that are created on first use, because a transaction uses only a few of them. */
export function lazyStores(makers: { readonly [Key in keyof Stores]: () => Stores[Key] }): Stores {
  const stores = {};
  for (const key of Object.keys(makers) as (keyof Stores)[]) {
    const get = () => {
      const value = makers[key]();
      Object.defineProperty(stores, key, { value, enumerable: true });
      return value;
    };
    Object.defineProperty(stores, key, { get, enumerable: true, configurable: true });
  }
  return stores as Stores;
}

/** The domain's storage: the tables of each area, in SQL on the server and in memory in the mocks. */
export interface Stores extends AreaStores {
  /**
   * Runs `work` in a transaction, which is rolled back if it throws.
   * @param work receives the stores bound to the transaction; the outer ones would wait for it forever
   */
  transaction<T>(work: (stores: Stores) => Promise<T>): Promise<T>;
}
