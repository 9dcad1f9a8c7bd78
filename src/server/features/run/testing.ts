import multipart from '@fastify/multipart';
import fastify, { type FastifyError } from 'fastify';
import { newId } from '#core/ids.ts';
import { Shares } from '#core/shares.ts';
import { emptyDefinition } from '#core/task/definition/definition.ts';
import { placesIn } from '#domain/access/places.ts';
import type { StandingPort } from '#domain/authorise.ts';
import { grantWelcomeCredit } from '#domain/billing/billing.service.ts';
import { createCharges } from '#domain/billing/charges.ts';
import { createRetriever } from '#domain/collection/retriever.ts';
import { PUBLIC_SERVICES } from '#domain/datasource/connectors/connectors.ts';
import type { Domain } from '#domain/domain.ts';
import { SHARED_CASES } from '#domain/evaluation/evaluation.port.ts';
import { createEvaluationRuns } from '#domain/evaluation/evaluation-runs.ts';
import { SHARED_EXPORTS } from '#domain/exports.ts';
import { ASSUMED_SUPPORT } from '#domain/model/endpoint.ts';
import { org } from '#domain/org/org.tables.ts';
import type { Principal, UserPrincipal } from '#domain/principal.ts';
import { project } from '#domain/project/project.tables.ts';
import { createRevisionService } from '#domain/revision/revision.service.ts';
import type { Retriever } from '#domain/run/execution/context/retrieval.ts';
import type { AcceptedRow } from '#domain/run/run.tables.ts';
import type { Stores } from '#domain/stores.ts';
import { createRunnableService } from '#domain/task/runnable.service.ts';
import { createTaskService } from '#domain/task/task.service.ts';
import { createToolService } from '#domain/tool/tool.service.ts';
import type { ClientSettings, TaskDefinition } from '#generated/model/index.ts';
import { startOpenAiServer } from '../../../../tests/support/models/openai-server.ts';
import { createInvalidation } from '../../access/invalidation.ts';
import type { Database } from '../../db/client.ts';
import { isRefusal } from '../../db/errors.ts';
import { model } from '../../db/schema/model.ts';
import { openTestDatabase } from '../../db/testing.ts';
import { bindContract } from '../../http/bind.ts';
import { sendProblem, toProblem } from '../../http/error-handler.ts';
import { checkResponses } from '../../http/response-check.ts';
import { memoryFiles } from '../../platform/files/testing.ts';
import { createJobs } from '../../platform/jobs/jobs.ts';
import { createPresence } from '../../platform/jobs/presence.ts';
import { knownEndpoints } from '../../platform/models/endpoints/known-endpoints.ts';
import { createModels } from '../../platform/models/models.ts';
import { createOutbound } from '../../platform/outbound/outbound.ts';
import { loadSecrets } from '../../platform/secrets.ts';
import type { Settings } from '../../settings.ts';
import { createStores } from '../../stores.ts';
import { createAssistPort } from '../assist/assist-port.ts';
import { createChatPort } from '../chat/chat-port.ts';
import { testCollectionPort } from '../collection/testing.ts';
import { createDatasourcePort } from '../datasource/datasource-port.ts';
import { readCases } from '../evaluation/read-cases.ts';
import { TEST_CAPTURE, TEST_INVITATIONS } from '../invitation/testing.ts';
import { createModelPort } from '../model/model-port.ts';
import { quietPorts } from '../notification/testing.ts';
import { createTaskPort } from '../task/task-port.ts';
import { createToolCaller } from '../tool/tool-call.service.ts';
import { createToolPort } from '../tool/tool-port.ts';
import { createWebhookPost } from '../webhook/webhook-post.ts';
import { createRuns } from './runs.ts';

/** 1 and 2 micro-dollars per token, so that costs are easy to calculate. */
export const PRICED_MODEL = 'compatible/priced';
/** The same, but it accepts no images. */
export const BLIND_MODEL = 'compatible/blind';

/** The areas task, run, model and billing, called over HTTP, with a database in memory and a fake provider. */
export type World = Awaited<ReturnType<typeof openWorld>>;

const NO_OWN = { open: () => Promise.reject(new Error('None')), probedAt: () => undefined };
const TEST_PLATFORM = {
  PUBLIC_URL: 'http://localhost',
  CORS_ORIGINS: [] as string[],
  DOCUMENT_MAX_MB: 50,
} as Settings;
const TEST_SECRETS = loadSecrets('a sufficiently long secret for tests', '');

/** The callers, by the header `x-caller`. */
export const CALLERS = {
  owner: person('user_owner', 'Ada Lovelace', 'owner'),
  member: person('user_member', 'Grace Hopper', 'member'),
  guest: person('user_guest', 'Alan Turing', null),
};

const SETTINGS: ClientSettings = {
  api_base_url: '/api/v1',
  free_tier_project_id: 'project_free',
  identity_url: '/identity',
  stripe_publishable_key: 'pk_test_unset',
  auth_method: 'jwt',
  document_max_mb: 50,
  document_images: false,
};
/** Everyone is an owner of everything, except the callers with other roles. */
function openStanding(stores: Stores): StandingPort {
  return {
    async of(userId) {
      const known = Object.values(CALLERS).find(({ principal }) => principal.userId === userId);
      const roles = known?.access ?? ({ orgRole: 'owner', projectRole: 'owner' } as const);
      return { ...roles, projectExists: true, seesOrg: true, shares: [] };
    },
    ...placesIn(stores),
  };
}

/** @param shared a database that outlives this world, to simulate a restarted server */
export async function openWorld(
  shared?: Database,
  options: { maxActive?: number; maxStreams?: number; retriever?: Retriever } = {},
) {
  const database = shared ?? (await openTestDatabase());
  const { db } = database;
  const fake = await startOpenAiServer();
  // The tools in tests run on this machine.
  const outbound = createOutbound({ allowed: ['127.0.0.1'] });
  const endpoints = knownEndpoints({
    COMPATIBLE_BASE_URL: fake.url,
    COMPATIBLE_API_KEY: 'sk-test',
    COMPATIBLE_MODELS: ['fake-model'],
  });
  const platform = await createModels({ endpoints, sandboxWordMs: 1 });
  await db
    .insert(model)
    .values([pricedModel(), pricedModel(BLIND_MODEL, false)])
    .onConflictDoNothing();
  const place = await makePlace(database);
  const modelPort = await createModelPort({ database, models: platform, ownEndpoints: NO_OWN });
  const reports: unknown[] = [];
  const invalidation = await createInvalidation(database);
  const ports = {
    stores: createStores(db),
    secrets: TEST_SECRETS,
    outbound: { check: async (url: string) => outbound.check(url) },
    task: createTaskPort(database, invalidation),
    tool: createToolPort(outbound, TEST_SECRETS),
  };
  const runnables = createRunnableService(ports);
  const tools = createToolService(ports);
  const report = (error: unknown) => void reports.push(error);
  const presence = createPresence(database, report);
  const collection = testCollectionPort(database, outbound);
  const charges = createCharges({ isRefused: isRefusal, report });
  const runs = await createRuns({
    charges,
    secrets: TEST_SECRETS,
    retryMs: 1,
    stores: ports.stores,
    database,
    presence,
    models: platform,
    model: modelPort,
    runnables,
    report,
    callTool: createToolCaller(outbound, tools),
    retriever: createRetriever({ stores: ports.stores, collection }),
    ...options,
  });
  const domain: Domain = {
    ...ports,
    areAddressesAssumed: false,
    charges,
    access: { hash: (key) => key, announce: invalidation.announce, follow: () => () => undefined },
    audit: { countRefusal: () => undefined, saveRefusals: async () => undefined },
    oauth: { hash: (secret) => secret, resumeUrl: () => '' },
    apiUrl: 'http://localhost/api/v1',
    chat: (
      await createChatPort({
        database,
        presence,
        secrets: TEST_SECRETS,
        settings: TEST_PLATFORM,
        report: () => report,
      })
    ).port,
    collection,
    transfer: {
      openArchive: async () => Promise.reject(new Error('No archives')),
      kick: () => undefined,
    },
    prices: { kick: () => undefined },
    capture: TEST_CAPTURE,
    invitation: TEST_INVITATIONS,
    datasource: createDatasourcePort(
      { outbound, settings: TEST_PLATFORM },
      PUBLIC_SERVICES,
      () => undefined,
    ),
    files: memoryFiles(),
    model: modelPort,
    system: { settings: SETTINGS, checks: async () => [] },
    standing: openStanding(ports.stores),
    evaluation: {
      run: createEvaluationRuns(runs.service),
      cases: new Shares(SHARED_CASES),
      readCases,
      kick: () => undefined,
    },
    exports: new Shares(SHARED_EXPORTS),
    runnables,
    assist: createAssistPort(runnables, place),
    run: runs.port,
    ...quietPorts(),
    webhook: {
      post: createWebhookPost(outbound, TEST_SECRETS),
      kick: () => undefined,
      retriesMs: [],
    },
  };
  const jobs = createJobs({ db, presence, report });
  jobs.open(runs.jobs);
  await presence.start();
  const tasks = createTaskService(domain);
  const revisions = createRevisionService(domain);
  const { origin, app } = await listen(domain, place, options.maxStreams);

  return {
    ...place,
    database,
    domain,
    fake,
    presence,
    runs,
    tasks,
    owner: CALLERS.owner.principal,
    origin,
    /** Errors reported because no request was waiting for them. */
    reports,
    call: (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
      call(`${origin}/api/v1${path}`, method, body, headers),
    /** Creates a task whose first revision is active. Returns its id and path. */
    async makeTask(definition: Partial<TaskDefinition> = {}, name = `Task ${newId('task')}`) {
      const full = defined(definition);
      const by = CALLERS.owner.principal;
      const task = await tasks.create(place, { name, definition: full }, by);
      const at = { projectId: place.projectId, taskId: task.id };
      await revisions.create(at, { activate: true }, undefined, by);
      return { id: task.id, path: `${place.path}/task/${task.id}` };
    },
    async close() {
      await app.close();
      await runs.close(1000);
      await jobs.close();
      await presence.close();
      await fake.close();
      await platform.close();
      await outbound.close();
      if (!shared) await database.close();
    },
  };
}

/** A definition that uses the fake provider; `parts` replaces some of it. */
export function defined(parts: Partial<TaskDefinition> = {}): TaskDefinition {
  return {
    ...emptyDefinition('compatible/fake-model'),
    strict_inputs: false,
    system_prompt: 'You judge product reviews.',
    user_prompt: 'Review: {review}',
    variables: [{ name: 'review', type: 'text', required: true }],
    ...parts,
  };
}

async function makePlace(database: Database) {
  const orgId = newId('org');
  const projectId = newId('project');
  await database.db.transaction(async (tx) => {
    await tx.insert(org).values({ id: orgId, name: 'Acme' });
    await tx.insert(project).values({ id: projectId, org_id: orgId, name: 'Shop' });
    await grantWelcomeCredit(createStores(tx), orgId, `${orgId}@example.com`);
  });
  return { orgId, projectId, path: `/org/${orgId}/project/${projectId}` };
}

function pricedModel(id = PRICED_MODEL, images = true): typeof model.$inferInsert {
  return {
    id,
    name: 'Priced',
    provider: 'compatible',
    context_window: null,
    max_output_tokens: null,
    input_price: 1_000_000,
    output_price: 2_000_000,
    supports: { ...ASSUMED_SUPPORT.compatible, images },
    position: 100,
    origin: 'custom',
  };
}

function person(userId: string, name: string, role: 'owner' | 'member' | null) {
  const principal: UserPrincipal = {
    type: 'user',
    userId,
    identityId: `identity_${userId}`,
    sessionId: 'session_1',
    name,
    email: `${userId}@example.com`,
  };
  return { principal, access: { orgRole: role, projectRole: role } };
}

/** The real binding, validation and problems. Only the caller is taken from a header. */
async function listen(
  domain: Domain,
  place: { orgId: string; projectId: string },
  maxStreams = 1000,
) {
  const app = fastify({ forceCloseConnections: true });
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const problem = toProblem(error, request);
    // No error is expected here, so print it immediately.
    if (problem.status === 500 && problem.runId === undefined) console.error(error);
    sendProblem(reply, problem, request.id);
  });
  await app.register(async (api) => {
    await api.register(multipart);
    checkResponses(api);
    await bindContract(api, domain, {
      checkResponses: true,
      streams: new Shares({ total: maxStreams }),
      sockets: { requireRoom: () => undefined, connect: () => undefined },
      admit: async () => undefined,
      async identify({ headers }) {
        const name = String(headers['x-caller'] ?? 'owner');
        const known = (CALLERS as Partial<Record<string, { principal: Principal }>>)[name];
        if (known) return known.principal;
        const program = { resources: null, createdBy: 'user_owner', name, ...place };
        if (name !== 'app') return { ...program, type: 'api_key', keyId: name };
        const app = { clientId: name, grantId: null, userId: null, scopes: ['task:run'] as const };
        return { ...program, ...app, type: 'oauth_client' };
      },
    });
  });
  return { app, origin: await app.listen({ host: '127.0.0.1', port: 0 }) };
}

export interface ApiResponse {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests inspect responses of every kind.
  body: any;
}

async function call(
  url: string,
  method: string,
  body: unknown,
  headers: Record<string, string>,
): Promise<ApiResponse> {
  const response = await fetch(url, {
    method,
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = /\/(problem\+)?json/.test(response.headers.get('content-type') ?? '');
  return {
    status: response.status,
    headers: response.headers,
    body: isJson ? JSON.parse(text) : text,
  };
}

/** An accepted run, without a server. */
export function acceptedRow(world: { orgId: string; projectId: string }, id: string): AcceptedRow {
  return {
    id,
    org_id: world.orgId,
    project_id: world.projectId,
    task_id: 'task_any',
    task_name: 'Task',
    revision: 1,
    target: null,
    defaulted: null,
    source: 'api',
    chat_id: null,
    status: 'running',
    model_id: PRICED_MODEL,
    input_preview: '',
    inputs: {},
    caller_type: 'api_key',
    caller_id: 'key_1',
    caller_name: 'key_1',
    idempotency_key: null,
    request_hash: null,
    worker_id: 'worker_test',
    created_at: new Date().toISOString(),
    reserved: 0,
    is_free: false,
  };
}
