import { type HttpHandler, HttpResponse, http } from 'msw';
import * as access from '#generated/api/access/access.msw.ts';
import * as assist from '#generated/api/assist/assist.msw.ts';
import * as billing from '#generated/api/billing/billing.msw.ts';
import * as evaluation from '#generated/api/evaluation/evaluation.msw.ts';
import * as model from '#generated/api/model/model.msw.ts';
import * as org from '#generated/api/org/org.msw.ts';
import * as project from '#generated/api/project/project.msw.ts';
import * as run from '#generated/api/run/run.msw.ts';
import * as system from '#generated/api/system/system.msw.ts';
import * as task from '#generated/api/task/task.msw.ts';
import * as template from '#generated/api/template/template.msw.ts';
import * as tool from '#generated/api/tool/tool.msw.ts';
import * as user from '#generated/api/user/user.msw.ts';
import * as webhook from '#generated/api/webhook/webhook.msw.ts';
import type {
  ExportRunsData,
  StreamAssistData,
  StreamRunData,
  StreamTaskData,
  StreamTaskMockData,
} from '#generated/server/index.ts';
import { type AnswerOf, API_BASE, OPERATIONS, type OperationId } from './contract.ts';
import { RESOLVERS } from './handlers/all.ts';
import { type Info, resolve } from './handlers/resolver.ts';
import { MockProblem, notFound } from './http/problem.ts';
import { identityHandlers } from './identity/handlers.ts';
import type { Store } from './store.ts';

/** Gives an operation's generated handler its state. */
type Binding<Op extends OperationId> = (
  answer: (info: Info) => Promise<AnswerOf<Op>>,
) => HttpHandler;

/** Where the contract streams or sends files; orval leaves those out, so these handlers are made here. */
const STREAM_TASK: StreamTaskData['url'] =
  '/org/{orgId}/project/{projectId}/task/{taskId}/run/stream';
const STREAM_TASK_MOCK: StreamTaskMockData['url'] =
  '/org/{orgId}/project/{projectId}/task/{taskId}/mock/stream';
const STREAM_ASSIST: StreamAssistData['url'] = '/org/{orgId}/project/{projectId}/assist/stream';
const STREAM_RUN: StreamRunData['url'] = '/org/{orgId}/project/{projectId}/run/{runId}/stream';
const EXPORT_RUNS: ExportRunsData['url'] = '/org/{orgId}/project/{projectId}/run/export';

/** The generated handler of every operation, in the contract's order: literal paths before parameters. */
const BINDINGS: { readonly [Op in OperationId]: Binding<Op> } = {
  getUser: user.getGetUserMockHandler,
  updateUser: user.getUpdateUserMockHandler,
  replaceUserAvatar: user.getReplaceUserAvatarMockHandler,
  deleteUserAvatar: user.getDeleteUserAvatarMockHandler,
  listOrgs: org.getListOrgsMockHandler,
  createOrg: org.getCreateOrgMockHandler,
  getOrg: org.getGetOrgMockHandler,
  updateOrg: org.getUpdateOrgMockHandler,
  deleteOrg: org.getDeleteOrgMockHandler,
  testOrgPermissions: access.getTestOrgPermissionsMockHandler,
  getBalance: billing.getGetBalanceMockHandler,
  listModels: model.getListModelsMockHandler,
  listOrgTasks: task.getListOrgTasksMockHandler,
  listTemplates: template.getListTemplatesMockHandler,
  createTemplate: template.getCreateTemplateMockHandler,
  getTemplate: template.getGetTemplateMockHandler,
  deleteTemplate: template.getDeleteTemplateMockHandler,
  updateTemplate: template.getUpdateTemplateMockHandler,
  listProjects: project.getListProjectsMockHandler,
  createProject: project.getCreateProjectMockHandler,
  getProject: project.getGetProjectMockHandler,
  updateProject: project.getUpdateProjectMockHandler,
  deleteProject: project.getDeleteProjectMockHandler,
  testProjectPermissions: access.getTestProjectPermissionsMockHandler,
  testResourcePermissions: access.getTestResourcePermissionsMockHandler,
  listApiKeys: access.getListApiKeysMockHandler,
  createApiKey: access.getCreateApiKeyMockHandler,
  deleteApiKey: access.getDeleteApiKeyMockHandler,
  runAssist: assist.getRunAssistMockHandler,
  streamAssist: raw('post', STREAM_ASSIST),
  listTasks: task.getListTasksMockHandler,
  createTask: task.getCreateTaskMockHandler,
  getTask: task.getGetTaskMockHandler,
  updateTask: task.getUpdateTaskMockHandler,
  deleteTask: task.getDeleteTaskMockHandler,
  listTaskTags: task.getListTaskTagsMockHandler,
  moveTask: task.getMoveTaskMockHandler,
  getTaskDraft: task.getGetTaskDraftMockHandler,
  replaceTaskDraft: task.getReplaceTaskDraftMockHandler,
  listTaskRevisions: task.getListTaskRevisionsMockHandler,
  createTaskRevision: task.getCreateTaskRevisionMockHandler,
  getTaskRevision: task.getGetTaskRevisionMockHandler,
  activateTaskRevision: task.getActivateTaskRevisionMockHandler,
  replaceTaskEnvironment: task.getReplaceTaskEnvironmentMockHandler,
  deleteTaskEnvironment: task.getDeleteTaskEnvironmentMockHandler,
  getTaskUses: task.getGetTaskUsesMockHandler,
  compareTaskRevisions: task.getCompareTaskRevisionsMockHandler,
  listDatasets: evaluation.getListDatasetsMockHandler,
  createDataset: evaluation.getCreateDatasetMockHandler,
  getDataset: evaluation.getGetDatasetMockHandler,
  updateDataset: evaluation.getUpdateDatasetMockHandler,
  deleteDataset: evaluation.getDeleteDatasetMockHandler,
  listDatasetCases: evaluation.getListDatasetCasesMockHandler,
  createDatasetCase: evaluation.getCreateDatasetCaseMockHandler,
  updateDatasetCase: evaluation.getUpdateDatasetCaseMockHandler,
  deleteDatasetCase: evaluation.getDeleteDatasetCaseMockHandler,
  importDatasetCases: evaluation.getImportDatasetCasesMockHandler,
  listEvaluations: evaluation.getListEvaluationsMockHandler,
  createEvaluation: evaluation.getCreateEvaluationMockHandler,
  getEvaluation: evaluation.getGetEvaluationMockHandler,
  listEvaluationResults: evaluation.getListEvaluationResultsMockHandler,
  cancelEvaluation: evaluation.getCancelEvaluationMockHandler,
  resumeEvaluation: evaluation.getResumeEvaluationMockHandler,
  runTask: run.getRunTaskMockHandler,
  streamTask: raw('post', STREAM_TASK),
  runTaskMock: run.getRunTaskMockMockHandler,
  streamTaskMock: raw('post', STREAM_TASK_MOCK),
  getTaskOpenApi: task.getGetTaskOpenApiMockHandler,
  getTaskClient: task.getGetTaskClientMockHandler,
  listRuns: run.getListRunsMockHandler,
  getRunStats: run.getGetRunStatsMockHandler,
  listRunCallers: run.getListRunCallersMockHandler,
  exportRuns: raw('get', EXPORT_RUNS),
  getRun: run.getGetRunMockHandler,
  listRunSteps: run.getListRunStepsMockHandler,
  getRunStep: run.getGetRunStepMockHandler,
  streamRun: raw('get', STREAM_RUN),
  sendToolReply: run.getSendToolReplyMockHandler,
  cancelRun: run.getCancelRunMockHandler,
  listWebhooks: webhook.getListWebhooksMockHandler,
  createWebhook: webhook.getCreateWebhookMockHandler,
  getWebhook: webhook.getGetWebhookMockHandler,
  updateWebhook: webhook.getUpdateWebhookMockHandler,
  deleteWebhook: webhook.getDeleteWebhookMockHandler,
  rotateWebhookSecret: webhook.getRotateWebhookSecretMockHandler,
  testWebhook: webhook.getTestWebhookMockHandler,
  listWebhookDeliveries: webhook.getListWebhookDeliveriesMockHandler,
  getWebhookDelivery: webhook.getGetWebhookDeliveryMockHandler,
  resendWebhookDelivery: webhook.getResendWebhookDeliveryMockHandler,
  getTaskWebhook: webhook.getGetTaskWebhookMockHandler,
  replaceTaskWebhook: webhook.getReplaceTaskWebhookMockHandler,
  getToolSecret: tool.getGetToolSecretMockHandler,
  rotateToolSecret: tool.getRotateToolSecretMockHandler,
  listToolCredentials: tool.getListToolCredentialsMockHandler,
  replaceToolCredential: tool.getReplaceToolCredentialMockHandler,
  deleteToolCredential: tool.getDeleteToolCredentialMockHandler,
  getMcpServer: tool.getGetMcpServerMockHandler,
  getClientSettings: system.getGetClientSettingsMockHandler,
  getHealth: system.getGetHealthMockHandler,
  getReadiness: system.getGetReadinessMockHandler,
};

/** msw handlers for everything that the console calls, over one store. */
export function mockHandlers(store: Store): HttpHandler[] {
  // msw notes where each handler is made, for its warnings: a hundred stacks take ten times as long as all else here.
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return [...identityHandlers(store), ...apiHandlers(store)];
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** msw handlers for the whole product API over a store. */
function apiHandlers(store: Store): HttpHandler[] {
  const handlers = (Object.keys(BINDINGS) as OperationId[]).map((op) => bindOne(store, op));
  return [...handlers, fallback(), files(store)];
}

function bindOne<Op extends OperationId>(store: Store, op: Op): HttpHandler {
  return BINDINGS[op]((info) => resolve(store, op, RESOLVERS[op], info));
}

type Raw = 'streamAssist' | 'streamTask' | 'streamTaskMock' | 'streamRun' | 'exportRuns';

function raw<Op extends Raw>(method: 'get' | 'post', url: string): Binding<Op> {
  const path = `*${API_BASE}${url.replace(/\{(\w+)\}/g, ':$1')}`;
  return (answer) =>
    http[method](path, async (info) => {
      await answer(info);
      return HttpResponse.error();
    });
}

/** What the contract does not have: 405 for another method of a path that it has, else 404. */
function fallback(): HttpHandler {
  return http.all(`*${API_BASE}/*`, ({ request }) => {
    const path = new URL(request.url).pathname.split(API_BASE)[1] ?? '';
    const methods = Object.values(OPERATIONS)
      .filter((op) => new RegExp(`^${op.path.replace(/\{\w+\}/g, '[^/]+')}$`).test(path))
      .map((op) => op.method);
    if (methods.length === 0) return notFound().toResponse();
    const Allow = methods.join(', ');
    return new MockProblem('method_not_allowed', `Use ${Allow} here.`, {
      headers: { Allow },
    }).toResponse();
  });
}

function files(store: Store): HttpHandler {
  return http.get('*/files/avatar/:name', ({ params }) => {
    const file = store.data.files[String(params.name)];
    if (!file) return new HttpResponse(null, { status: 404 });
    const bytes = Uint8Array.from(atob(file.base64), (char) => char.charCodeAt(0));
    return new HttpResponse(bytes, { headers: { 'Content-Type': file.type } });
  });
}
