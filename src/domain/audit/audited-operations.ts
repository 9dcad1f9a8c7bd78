import type { OPERATIONS, OperationId } from '#generated/operations/index.ts';
import type { AuditedTableName } from './audited-tables.ts';

type Writing = {
  [Op in OperationId]: (typeof OPERATIONS)[Op]['method'] extends 'GET' ? never : Op;
}[OperationId];

/** What is recorded of an operation: the rows that it changes in these tables, or nothing, for a reason. */
type Recorded = readonly AuditedTableName[] | { unrecorded: string };

const READS = { unrecorded: 'It changes nothing.' };
const PERSONAL = { unrecorded: "It belongs to a person, and isn't the organisation's." };
const USE = {
  unrecorded: 'Using the product is not a change. Runs, syncs and deliveries have logs.',
};
const CHAT = { unrecorded: 'Chats are personal, except who may view them.' };
const VISITOR = { unrecorded: 'Visitors of websites only write messages.' };

/**
 * What every writing operation leaves in the audit log. One that is missing doesn't compile. A test requires those with
 * tables to have left an entry.
 */
export const AUDITED_OPERATIONS: { readonly [Op in Writing]: Recorded } = {
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

  createOrg: ['org'],
  updateOrg: ['org'],
  deleteOrg: ['org'],
  restoreOrg: ['org'],
  eraseOrg: { unrecorded: "An organisation's log is erased with it." },
  replaceAuditRetention: ['audit_setting'],
  createProject: ['project'],
  updateProject: ['project'],
  deleteProject: ['project'],
  restoreProject: ['project'],
  eraseProject: ['project'],
  moveProject: ['project'],
  previewProjectMove: READS,
  copyProject: ['transfer'],
  exportOrg: ['transfer'],
  importOrg: ['transfer'],
  cancelTransfer: { unrecorded: 'It stops what has changed nothing yet.' },

  testOrgPermissions: READS,
  testProjectPermissions: READS,
  testResourcePermissions: READS,
  createApiKey: ['api_key'],
  updateApiKey: ['api_key'],
  rotateApiKey: ['api_key'],
  deleteApiKey: ['api_key'],
  createOAuthClient: ['oauth_client'],
  updateOAuthClient: ['oauth_client'],
  deleteOAuthClient: ['oauth_client'],
  rotateOAuthClientSecret: ['oauth_client'],
  acceptOAuthRequest: ['oauth_grant'],
  cancelOAuthRequest: { unrecorded: 'The app gets nothing.' },
  revokeUserGrant: ['oauth_grant'],
  testModelEndpoint: READS,
  createEndpoint: ['model_endpoint'],
  updateEndpoint: ['model_endpoint'],
  deleteEndpoint: ['model_endpoint'],
  replaceEndpointKey: ['model_endpoint'],
  updateEndpointModels: ['endpoint_model'],

  updateOrgMembers: ['org_member', 'project_member', 'share'],
  updateOrgMember: ['org_member', 'project_member', 'share'],
  removeOrgMember: ['org_member', 'project_member', 'share'],
  leaveOrg: ['org_member', 'project_member', 'share'],
  transferOrgOwnership: ['org_member'],
  updateProjectMembers: ['project_member', 'share'],
  updateProjectMember: ['project_member', 'share'],
  removeProjectMember: ['project_member', 'share'],
  leaveProject: ['project_member', 'share'],
  createShare: ['share', 'invitation'],
  updateShare: ['share'],
  deleteShare: ['share', 'invitation'],
  leaveSharedThing: ['share'],
  createAccessLink: ['access_link'],
  revokeAccessLink: ['access_link', 'share'],
  openAccessLink: ['share'],
  createInvitations: ['invitation'],
  updateInvitation: ['invitation'],
  cancelInvitation: ['invitation'],
  resendInvitation: ['invitation'],
  createInvitationLink: { unrecorded: 'It shows a link that already works.' },
  openInvitation: READS,
  acceptInvitation: ['invitation', 'org_member', 'project_member', 'share'],
  declineInvitation: ['invitation'],

  createTemplate: ['template'],
  updateTemplate: ['template'],
  deleteTemplate: ['template'],

  createTask: ['task'],
  updateTask: ['task'],
  deleteTask: ['task'],
  moveTask: ['task'],
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

  createDataset: ['dataset'],
  updateDataset: ['dataset'],
  deleteDataset: ['dataset'],
  createDatasetCase: ['dataset_case'],
  updateDatasetCase: ['dataset_case'],
  deleteDatasetCase: ['dataset_case'],
  importDatasetCases: ['dataset_case'],
  addChatCase: ['dataset_case'],
  createEvaluation: USE,
  cancelEvaluation: USE,
  resumeEvaluation: USE,
  deleteEvaluation: ['evaluation'],

  createWebhook: ['webhook'],
  updateWebhook: ['webhook'],
  deleteWebhook: ['webhook'],
  rotateWebhookSecret: ['webhook'],
  testWebhook: USE,
  resendWebhookDelivery: USE,

  rotateToolSecret: ['tool_secret'],
  replaceToolCredential: ['tool_credential'],
  deleteToolCredential: ['tool_credential'],
  getMcpServer: READS,

  createCollection: ['collection'],
  createSampleCollection: ['collection'],
  importCollection: ['collection'],
  updateCollection: ['collection'],
  deleteCollection: ['collection'],
  moveCollection: ['collection'],
  createCollectionIndex: ['collection_index'],
  deleteCollectionIndex: ['collection_index'],
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
  createDocument: ['document'],
  uploadDocument: ['document'],
  createDocumentsFromUrls: ['document'],
  changeDocuments: ['document'],
  updateDocument: ['document'],
  deleteDocument: ['document'],
  retryDocument: USE,
  cancelDocument: USE,
  refetchDocument: USE,

  createDatasource: ['datasource'],
  updateDatasource: ['datasource'],
  deleteDatasource: ['datasource'],
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
  createChatLink: ['chat_link'],
  revokeChatLink: ['chat_link'],
  sendChatMessage: CHAT,
  regenerateChatAnswer: CHAT,
  cancelChatAnswer: CHAT,
  rateChatAnswer: CHAT,
  uploadChatAttachment: CHAT,
  deleteChatAttachment: CHAT,

  createWidget: ['widget'],
  updateWidget: ['widget'],
  deleteWidget: ['widget'],
  rotateWidgetKey: ['widget'],
  createVisitor: VISITOR,
  createVisitorChat: VISITOR,
  sendVisitorMessage: VISITOR,
  cancelVisitorAnswer: VISITOR,
  rateVisitorAnswer: VISITOR,
};

/** The tables whose changed rows are recorded when an operation is called; undefined if nothing is. */
export function tablesRecorded(op: OperationId): readonly AuditedTableName[] | undefined {
  const recorded: Recorded | undefined = AUDITED_OPERATIONS[op as Writing];
  return recorded && !('unrecorded' in recorded) ? recorded : undefined;
}
