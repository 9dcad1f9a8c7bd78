import type { OPERATIONS, OperationId } from '#generated/operations/index.ts';
import { ENDING_TABLES } from '../member/left-behind/ending-tables.ts';
import { AUDITED_TABLES, type AuditedTableName } from '../tables.ts';

type Facts = typeof OPERATIONS;
type Writing = {
  [Op in OperationId]: Facts[Op]['method'] extends 'GET' ? never : Op;
}[OperationId];
/** Operations that read as much as somebody may take away: all that send files. */
type Exporting = {
  [Op in Exclude<OperationId, Writing>]: Facts[Op] extends { sends: 'text' }
    ? Op
    : Op extends `export${string}` | `download${string}`
      ? Op
      : never;
}[Exclude<OperationId, Writing>];

/** Nothing is recorded, for a reason. */
interface Unrecorded {
  unrecorded: string;
}
/** What is recorded of a writing operation: the rows that it changes in these tables. */
type Recorded = readonly AuditedTableName[] | Unrecorded;
/** What is recorded of an export: that it happened, what it is about, and its filters. */
type RecordedExport = { exported: ExportTarget } | Unrecorded;
export type ExportTarget = 'org' | 'project' | 'collection' | 'audit_log';

const READS = { unrecorded: 'It changes nothing.' };
const PERSONAL = { unrecorded: "It belongs to a person, and isn't the organisation's." };
const USE = {
  unrecorded: 'Using the product is not a change. Runs, syncs and deliveries have logs.',
};
const CHAT = { unrecorded: 'Chats are personal, except who may view them.' };
const VISITOR = { unrecorded: 'Visitors of websites only write messages.' };

const CODE = { unrecorded: 'It is generated code, without data.' };

type Pascal<Name extends string> = Name extends `${infer Word}_${infer Rest}`
  ? `${Pascal<Word>}${Pascal<Rest>}`
  : Name extends 'oauth'
    ? 'OAuth'
    : Capitalize<Name>;
/** Operations whose name says what they change: `moveTask` changes `task`. They only stand here if it is wrong. */
type Ordinary =
  `${'create' | 'update' | 'delete' | 'move' | 'rotate' | 'restore' | 'erase' | 'publish'}${Pascal<AuditedTableName>}`;

/**
 * What every operation that writes or exports leaves in the audit log. One that is missing doesn't compile, unless its name
 * says it. A test requires those with tables to have left an entry.
 */
const RECORDED: { readonly [Op in Exclude<Writing, Ordinary>]: Recorded } & {
  readonly [Op in Extract<Writing, Ordinary>]?: Recorded;
} & { readonly [Op in Exporting]: RecordedExport } = {
  exportRuns: { exported: 'project' },
  exportLedger: { exported: 'org' },
  exportUsage: { exported: 'org' },
  exportAuditEntries: { exported: 'audit_log' },
  exportCollection: { exported: 'collection' },
  downloadTransfer: { exported: 'org' },
  exportUserData: PERSONAL,
  exportChat: { unrecorded: 'Whoever downloads it can read the same messages on its page.' },
  downloadDocument: { unrecorded: 'Whoever downloads it can read the same text on its page.' },
  getTaskClient: CODE,
  getCollectionClient: CODE,
  getChatClient: CODE,

  updateUser: PERSONAL,
  replaceUserAvatar: PERSONAL,
  deleteUserAvatar: PERSONAL,

  scheduleUserDeletion: {
    unrecorded: 'It can be cancelled. Leaving the organisations is recorded when it happens.',
  },
  cancelUserDeletion: PERSONAL,
  readNotifications: PERSONAL,
  updateNotification: PERSONAL,
  deleteNotification: PERSONAL,
  updateNotificationPreferences: PERSONAL,
  unsubscribeFromEmails: PERSONAL,

  createCheckout: ['subscription'],
  openBillingPortal: {
    unrecorded: 'What people change in the portal is recorded once it takes effect.',
  },
  changePlan: ['org', 'subscription'],
  cancelPlan: ['org', 'subscription'],
  resumePlan: ['org', 'subscription'],
  createCardSetup: { unrecorded: 'The card is sent to the payment provider later.' },
  replaceTaxId: ['subscription'],
  deleteTaxId: ['subscription'],
  eraseOrg: { unrecorded: "An organisation's log is erased with it." },
  replaceAuditRetention: ['audit_setting'],
  previewProjectMove: READS,
  copyProject: ['transfer'],
  exportOrg: ['transfer'],
  importOrg: ['transfer'],
  cancelTransfer: { unrecorded: 'It stops what has changed nothing yet.' },

  testOrgPermissions: READS,
  testProjectPermissions: READS,
  testResourcePermissions: READS,
  replaceProjectSpendLimit: ['spend_limit'],
  replaceApiKeySpendLimit: ['spend_limit'],
  createTopUp: { unrecorded: 'The ledger and the invoices record payments.' },
  replaceAutoTopUp: ['auto_top_up'],
  createPriceCorrection: { unrecorded: 'It is a preview, which changes nothing.' },
  deletePriceCorrection: { unrecorded: 'It discards a preview.' },
  applyPriceCorrection: { unrecorded: 'It is recorded with its amounts when it has ended.' },
  undoPriceCorrection: { unrecorded: 'It is a preview, which changes nothing.' },
  rotateOAuthClientSecret: ['oauth_client'],
  openOAuthRequest: { unrecorded: 'It only shows what an app asks for.' },
  acceptOAuthRequest: ['oauth_grant'],
  cancelOAuthRequest: { unrecorded: 'The app gets nothing.' },
  revokeUserGrant: ['oauth_grant'],
  testModelEndpoint: READS,
  createEndpoint: ['model_endpoint'],
  updateEndpoint: ['model_endpoint'],
  deleteEndpoint: ['model_endpoint'],
  replaceEndpointKey: ['model_endpoint'],
  updateEndpointModels: ['endpoint_model'],

  updateOrgMembers: ['org_member', 'project_member', ...ENDING_TABLES],
  updateOrgMember: ['org_member', 'project_member', 'share'],
  removeOrgMember: ['org_member', 'project_member', ...ENDING_TABLES],
  leaveOrg: ['org_member', 'project_member', ...ENDING_TABLES],
  previewOrgRemoval: READS,
  previewProjectRemoval: READS,
  transferOrgOwnership: ['org_member'],
  updateProjectMembers: ['project_member', ...ENDING_TABLES],
  updateProjectMember: ['project_member', 'share'],
  removeProjectMember: ['project_member', ...ENDING_TABLES],
  leaveProject: ['project_member', ...ENDING_TABLES],
  createDomain: ['email_domain'],
  updateDomain: ['email_domain'],
  verifyDomain: ['email_domain'],
  deleteDomain: ['email_domain'],
  requestToJoin: ['join_request'],
  withdrawJoinRequest: ['join_request'],
  approveJoinRequest: ['join_request', 'org_member', 'project_member'],
  declineJoinRequest: ['join_request'],
  joinOrg: ['org_member'],
  createShare: ['share', 'invitation'],
  deleteShare: ['share', 'invitation'],
  leaveSharedThing: ['share'],
  revokeAccessLink: ['access_link', 'share'],
  openAccessLink: ['share'],
  createInvitations: ['invitation'],
  cancelInvitation: ['invitation'],
  resendInvitation: ['invitation'],
  createInvitationLink: { unrecorded: 'It shows a link that already works.' },
  createProjectInvitations: ['invitation'],
  updateProjectInvitation: ['invitation'],
  cancelProjectInvitation: ['invitation'],
  resendProjectInvitation: ['invitation'],
  createProjectInvitationLink: { unrecorded: 'It shows a link that already works.' },
  openInvitation: READS,
  acceptInvitation: ['invitation', 'org_member', 'project_member', 'share'],
  declineInvitation: ['invitation'],

  replaceTaskDraft: { unrecorded: 'Drafts are saved at every keystroke. Revisions are recorded.' },
  createTaskRevision: ['task_revision', 'task'],
  activateTaskRevision: ['task'],
  replaceTaskEnvironment: ['task'],
  deleteTaskEnvironment: ['task'],
  replaceTaskWebhook: ['task_webhook'],

  runTask: USE,
  streamTask: USE,
  runTaskMock: USE,
  streamTaskMock: USE,
  sendToolReply: USE,
  cancelRun: USE,
  runAssist: USE,
  streamAssist: USE,

  importDatasetCases: ['dataset_case'],
  addChatCase: ['dataset_case'],
  createEvaluation: USE,
  cancelEvaluation: USE,
  resumeEvaluation: USE,

  rotateWebhookSecret: ['webhook'],
  testWebhook: USE,
  resendWebhookDelivery: USE,

  replaceToolCredential: ['tool_credential'],
  getMcpServer: READS,

  createSampleCollection: ['collection'],
  importCollection: ['collection'],
  activateCollectionIndex: ['collection'],
  previewChunks: READS,
  searchCollection: USE,
  createQuestion: ['collection_question'],
  updateQuestion: ['collection_question'],
  deleteQuestion: ['collection_question'],
  evaluateQuestions: USE,
  createUploads: { unrecorded: 'An upload becomes a document with its last part.' },
  uploadPart: ['document'],
  deleteUpload: { unrecorded: 'An unfinished upload is nobody else’s.' },
  uploadDocument: ['document'],
  createDocumentsFromUrls: ['document'],
  changeDocuments: ['document'],
  retryDocument: USE,
  cancelDocument: USE,
  refetchDocument: USE,

  connectDatasource: { unrecorded: 'It only starts a connection.' },
  completeDatasourceConnection: ['datasource'],
  previewWebsite: READS,
  testDatasource: READS,
  syncDatasource: USE,
  cancelDatasourceSync: USE,

  createChat: CHAT,
  updateChat: CHAT,
  deleteChat: CHAT,
  restoreChat: CHAT,
  replaceChatPin: CHAT,
  replaceChatConfig: CHAT,
  shareChat: ['chat'],
  revokeChatLink: ['chat_link'],
  sendChatMessage: CHAT,
  regenerateChatAnswer: CHAT,
  cancelChatAnswer: CHAT,
  rateChatAnswer: CHAT,
  uploadChatAttachment: CHAT,
  deleteChatAttachment: CHAT,

  updateArticle: { unrecorded: 'Articles are saved as they are typed. They have versions.' },
  uploadArticleImage: { unrecorded: 'Images are part of the content.' },
  createArticleVersion: { unrecorded: 'Versions are themselves a log.' },
  restoreArticleVersion: { unrecorded: 'The versions show it.' },
  streamComposeStep: USE,

  rotateWidgetKey: ['widget'],
  createVisitor: VISITOR,
  createVisitorChat: VISITOR,
  sendVisitorMessage: VISITOR,
  cancelVisitorAnswer: VISITOR,
  rateVisitorAnswer: VISITOR,
};

/** What an operation leaves in the audit log; undefined if it only reads. */
export function recordedOf(op: OperationId): Recorded | RecordedExport | undefined {
  const recorded: Recorded | RecordedExport | undefined = RECORDED[op as Writing];
  if (recorded) return recorded;
  const [, name = ''] =
    /^(?:create|update|delete|move|rotate|restore|erase|publish)([A-Z]\w*)$/.exec(op) ?? [];
  const table = name
    .replace('OA', 'Oa')
    .replace(/(?!^)[A-Z]/g, '_$&')
    .toLowerCase();
  return table in AUDITED_TABLES ? [table as AuditedTableName] : undefined;
}

/** The tables whose changed rows are recorded when an operation is called; undefined if nothing is. */
export function tablesRecorded(op: OperationId): readonly AuditedTableName[] | undefined {
  const recorded = recordedOf(op);
  return Array.isArray(recorded) ? recorded : undefined;
}

/** What an export is about that is recorded when it is called; undefined if it isn't, or if the operation is no export. */
export function exportRecorded(op: OperationId): ExportTarget | undefined {
  const recorded = recordedOf(op);
  return recorded && 'exported' in recorded ? recorded.exported : undefined;
}
