// Generated from openapi/. Do not edit: run `npm run generate`.
import { type HttpHandler, type HttpResponseResolver, http } from 'msw';
import * as access from '../api/access/access.msw.ts';
import * as assist from '../api/assist/assist.msw.ts';
import * as billing from '../api/billing/billing.msw.ts';
import * as evaluation from '../api/evaluation/evaluation.msw.ts';
import * as model from '../api/model/model.msw.ts';
import * as org from '../api/org/org.msw.ts';
import * as project from '../api/project/project.msw.ts';
import * as run from '../api/run/run.msw.ts';
import * as system from '../api/system/system.msw.ts';
import * as task from '../api/task/task.msw.ts';
import * as template from '../api/template/template.msw.ts';
import * as tool from '../api/tool/tool.msw.ts';
import * as user from '../api/user/user.msw.ts';
import * as webhook from '../api/webhook/webhook.msw.ts';
import type { OperationId } from './index.ts';

/** Creates the msw handler of one operation. `respond` throws its Response, which msw sends unchanged. */
export type MockHandler = (respond: (info: Parameters<HttpResponseResolver>[0]) => Promise<never>) => HttpHandler;

/** The handler of every operation in the order of the contract: literal paths before parameters. */
export const MOCK_HANDLERS: Readonly<Record<OperationId, MockHandler>> = {
  getUser: user.getGetUserMockHandler as MockHandler,
  updateUser: user.getUpdateUserMockHandler as MockHandler,
  replaceUserAvatar: user.getReplaceUserAvatarMockHandler as MockHandler,
  deleteUserAvatar: user.getDeleteUserAvatarMockHandler as MockHandler,
  listOrgs: org.getListOrgsMockHandler as MockHandler,
  createOrg: org.getCreateOrgMockHandler as MockHandler,
  getOrg: org.getGetOrgMockHandler as MockHandler,
  deleteOrg: org.getDeleteOrgMockHandler as MockHandler,
  updateOrg: org.getUpdateOrgMockHandler as MockHandler,
  testOrgPermissions: access.getTestOrgPermissionsMockHandler as MockHandler,
  getBalance: billing.getGetBalanceMockHandler as MockHandler,
  listModels: model.getListModelsMockHandler as MockHandler,
  listOrgTasks: task.getListOrgTasksMockHandler as MockHandler,
  listTemplates: template.getListTemplatesMockHandler as MockHandler,
  createTemplate: template.getCreateTemplateMockHandler as MockHandler,
  getTemplate: template.getGetTemplateMockHandler as MockHandler,
  updateTemplate: template.getUpdateTemplateMockHandler as MockHandler,
  deleteTemplate: template.getDeleteTemplateMockHandler as MockHandler,
  listProjects: project.getListProjectsMockHandler as MockHandler,
  createProject: project.getCreateProjectMockHandler as MockHandler,
  getProject: project.getGetProjectMockHandler as MockHandler,
  deleteProject: project.getDeleteProjectMockHandler as MockHandler,
  updateProject: project.getUpdateProjectMockHandler as MockHandler,
  testProjectPermissions: access.getTestProjectPermissionsMockHandler as MockHandler,
  testResourcePermissions: access.getTestResourcePermissionsMockHandler as MockHandler,
  listApiKeys: access.getListApiKeysMockHandler as MockHandler,
  createApiKey: access.getCreateApiKeyMockHandler as MockHandler,
  deleteApiKey: access.getDeleteApiKeyMockHandler as MockHandler,
  runAssist: assist.getRunAssistMockHandler as MockHandler,
  streamAssist: (respond) => http.post('*/api/v1/org/:orgId/project/:projectId/assist/stream', respond),
  listTasks: task.getListTasksMockHandler as MockHandler,
  createTask: task.getCreateTaskMockHandler as MockHandler,
  listTaskTags: task.getListTaskTagsMockHandler as MockHandler,
  getTask: task.getGetTaskMockHandler as MockHandler,
  deleteTask: task.getDeleteTaskMockHandler as MockHandler,
  updateTask: task.getUpdateTaskMockHandler as MockHandler,
  moveTask: task.getMoveTaskMockHandler as MockHandler,
  getTaskDraft: task.getGetTaskDraftMockHandler as MockHandler,
  replaceTaskDraft: task.getReplaceTaskDraftMockHandler as MockHandler,
  listTaskRevisions: task.getListTaskRevisionsMockHandler as MockHandler,
  createTaskRevision: task.getCreateTaskRevisionMockHandler as MockHandler,
  getTaskRevision: task.getGetTaskRevisionMockHandler as MockHandler,
  activateTaskRevision: task.getActivateTaskRevisionMockHandler as MockHandler,
  replaceTaskEnvironment: task.getReplaceTaskEnvironmentMockHandler as MockHandler,
  deleteTaskEnvironment: task.getDeleteTaskEnvironmentMockHandler as MockHandler,
  getTaskUses: task.getGetTaskUsesMockHandler as MockHandler,
  compareTaskRevisions: task.getCompareTaskRevisionsMockHandler as MockHandler,
  runTask: run.getRunTaskMockHandler as MockHandler,
  streamTask: (respond) => http.post('*/api/v1/org/:orgId/project/:projectId/task/:taskId/run/stream', respond),
  runTaskMock: run.getRunTaskMockMockHandler as MockHandler,
  streamTaskMock: (respond) => http.post('*/api/v1/org/:orgId/project/:projectId/task/:taskId/mock/stream', respond),
  getTaskOpenApi: task.getGetTaskOpenApiMockHandler as MockHandler,
  getTaskClient: task.getGetTaskClientMockHandler as MockHandler,
  listDatasets: evaluation.getListDatasetsMockHandler as MockHandler,
  createDataset: evaluation.getCreateDatasetMockHandler as MockHandler,
  getDataset: evaluation.getGetDatasetMockHandler as MockHandler,
  deleteDataset: evaluation.getDeleteDatasetMockHandler as MockHandler,
  updateDataset: evaluation.getUpdateDatasetMockHandler as MockHandler,
  listDatasetCases: evaluation.getListDatasetCasesMockHandler as MockHandler,
  createDatasetCase: evaluation.getCreateDatasetCaseMockHandler as MockHandler,
  deleteDatasetCase: evaluation.getDeleteDatasetCaseMockHandler as MockHandler,
  updateDatasetCase: evaluation.getUpdateDatasetCaseMockHandler as MockHandler,
  importDatasetCases: evaluation.getImportDatasetCasesMockHandler as MockHandler,
  listEvaluations: evaluation.getListEvaluationsMockHandler as MockHandler,
  createEvaluation: evaluation.getCreateEvaluationMockHandler as MockHandler,
  getEvaluation: evaluation.getGetEvaluationMockHandler as MockHandler,
  listEvaluationResults: evaluation.getListEvaluationResultsMockHandler as MockHandler,
  cancelEvaluation: evaluation.getCancelEvaluationMockHandler as MockHandler,
  resumeEvaluation: evaluation.getResumeEvaluationMockHandler as MockHandler,
  listRuns: run.getListRunsMockHandler as MockHandler,
  getRunStats: run.getGetRunStatsMockHandler as MockHandler,
  listRunCallers: run.getListRunCallersMockHandler as MockHandler,
  exportRuns: (respond) => http.get('*/api/v1/org/:orgId/project/:projectId/run/export', respond),
  getRun: run.getGetRunMockHandler as MockHandler,
  listRunSteps: run.getListRunStepsMockHandler as MockHandler,
  getRunStep: run.getGetRunStepMockHandler as MockHandler,
  sendToolReply: run.getSendToolReplyMockHandler as MockHandler,
  streamRun: (respond) => http.get('*/api/v1/org/:orgId/project/:projectId/run/:runId/stream', respond),
  cancelRun: run.getCancelRunMockHandler as MockHandler,
  listWebhooks: webhook.getListWebhooksMockHandler as MockHandler,
  createWebhook: webhook.getCreateWebhookMockHandler as MockHandler,
  getWebhook: webhook.getGetWebhookMockHandler as MockHandler,
  deleteWebhook: webhook.getDeleteWebhookMockHandler as MockHandler,
  updateWebhook: webhook.getUpdateWebhookMockHandler as MockHandler,
  rotateWebhookSecret: webhook.getRotateWebhookSecretMockHandler as MockHandler,
  testWebhook: webhook.getTestWebhookMockHandler as MockHandler,
  listWebhookDeliveries: webhook.getListWebhookDeliveriesMockHandler as MockHandler,
  getWebhookDelivery: webhook.getGetWebhookDeliveryMockHandler as MockHandler,
  resendWebhookDelivery: webhook.getResendWebhookDeliveryMockHandler as MockHandler,
  getTaskWebhook: webhook.getGetTaskWebhookMockHandler as MockHandler,
  replaceTaskWebhook: webhook.getReplaceTaskWebhookMockHandler as MockHandler,
  getToolSecret: tool.getGetToolSecretMockHandler as MockHandler,
  rotateToolSecret: tool.getRotateToolSecretMockHandler as MockHandler,
  listToolCredentials: tool.getListToolCredentialsMockHandler as MockHandler,
  replaceToolCredential: tool.getReplaceToolCredentialMockHandler as MockHandler,
  deleteToolCredential: tool.getDeleteToolCredentialMockHandler as MockHandler,
  getMcpServer: tool.getGetMcpServerMockHandler as MockHandler,
  getClientSettings: system.getGetClientSettingsMockHandler as MockHandler,
  getHealth: system.getGetHealthMockHandler as MockHandler,
  getReadiness: system.getGetReadinessMockHandler as MockHandler,
};
