import { expect, vi } from 'vitest';
import { newId } from '#core/ids.ts';
import type { PathParam } from '#domain/access/path-rows.ts';
import { operations } from '#domain/call.ts';
import { notify } from '#domain/notification/notify.ts';
import { exampleBody } from '../support/example-body.ts';
import { type Any, call, definition, type Target, uniqueName, type Who } from './target.ts';

/** Where the widgets of tenants may be shown. */
export const ORIGIN = 'https://www.example.com';

/** IDs of what belongs to an organisation or a person, and to no project. */
export const OF_ORG: readonly PathParam[] = [
  ...(['alertId', 'correctionId', 'deletedProjectId', 'domainId', 'endpointId'] as const),
  ...(['entryId', 'joinRequestId', 'transferId', 'userId', 'grantId', 'notificationId'] as const),
  ...(['deletedOrgId', 'joinableOrgId', 'orgId'] as const),
];

/** Someone who owns one of each thing that the contract's paths name. */
export interface Tenant {
  who: Who;
  /** What to put into paths. */
  values: Readonly<Record<PathParam, string>>;
}

/**
 * Makes one of each thing that a path can name, in a project.
 * @param who an owner of the organisation
 * @param beside one with a project of the same organisation, whose things outside of projects it has, too
 */
export async function createTenant(
  target: Target,
  who: Who,
  { orgId, projectId }: { orgId: string; projectId: string },
  beside?: Tenant,
): Promise<Tenant> {
  const at = `/org/${orgId}/project/${projectId}`;
  const send = async (method: string, path: string, body?: unknown): Promise<Any> => {
    const response = await call(target, who, method, path, { body });
    if (response.status >= 400)
      throw new Error(`${method} ${path}: ${JSON.stringify(response.body)}`);
    return response.body;
  };
  const person = who === 'owner' ? 'editor' : who;
  const values: Partial<Record<PathParam, string>> = {
    userId: (await call(target, person, 'GET', '/user')).body.id,
    orgId,
    projectId,
    revisionNumber: '1',
    versionNumber: '1',
    passageNumber: '1',
    environment: 'staging',
    modelEndpointId: 'sandbox',
    joinableOrgId: orgId,
    resourceType: 'task',
    oauthRequestId: 'request_none',
    templateId: 'classify',
  };
  Object.assign(values, await taskOf(target, send, at));
  Object.assign(values, await collectionOf(target, send, at));
  Object.assign(values, await chatOf(send, at));
  Object.assign(values, await peopleOf(send, `/org/${orgId}`, { at, projectId }));
  const article = await send('POST', `${at}/article`, exampleBody('createArticle'));
  await send('POST', `${at}/article/${article.id}/version`, { name: 'First' });
  values.articleId = article.id;
  if (beside) for (const param of OF_ORG) values[param] = beside.values[param];
  else Object.assign(values, await orgThings(target, send, values as Tenant['values']));
  // Whatever else a POST of the contract's example is enough for.
  for (const { path } of Object.values(operations)) {
    const [, collection = '', name] = /^(.*)\/\{(\w+)\}$/.exec(path) ?? [];
    const param = name as PathParam;
    const create = Object.values(operations).find(
      (one) => one.method === 'POST' && one.path === collection,
    );
    if (name === undefined || values[param] || !create) continue;
    const made = await send('POST', pathOf(collection, values), exampleBody(create.id));
    values[param] = made.id ?? made[name.replace('Id', '')]?.id;
  }
  // Until documents are indexed, they change by themselves.
  const documents = `${at}/collection/${values.collectionId}/document`;
  await vi.waitFor(
    async () => {
      const { results } = await send('GET', documents);
      expect(results.map(({ state }: Any) => state)).toEqual(results.map(() => 'ready'));
    },
    { timeout: 20_000, interval: 100 },
  );
  return { who, values: values as Record<PathParam, string> };
}

/** A path with what a tenant has. */
export function pathOf(path: string, values: Readonly<Partial<Record<PathParam, string>>>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: PathParam) => values[name] ?? `${name}_none`);
}

type Send = (method: string, path: string, body?: unknown) => Promise<Any>;

async function taskOf(target: Target, send: Send, at: string) {
  const { id } = await send('POST', `${at}/task`, { name: uniqueName('Task'), definition });
  const task = `${at}/task/${id}`;
  await send('POST', `${task}/revision`, { activate: true });
  await send('PUT', `${task}/environment/staging`, { revision: 1 });
  const inputs = { review: 'Fine.' };
  const run = await send('POST', `${task}/run`, { inputs });
  const trace = await send('GET', `${at}/run/${run.id}/step`);
  const dataset = await send('POST', `${task}/dataset`, { name: 'Cases' });
  const added = await send('POST', `${task}/dataset/${dataset.id}/case`, { inputs });
  const evaluated = { dataset_id: dataset.id, revision: 1 };
  const evaluation = await send('POST', `${task}/evaluation`, evaluated);
  await vi.waitFor(async () =>
    expect((await send('GET', `${task}/evaluation/${evaluation.id}`)).ended_at).not.toBeNull(),
  );
  const hook = { name: 'Hook', url: 'https://hooks.invalid/tenant', events: ['run.failed'] };
  const { webhook } = await send('POST', `${at}/webhook`, hook);
  const tested = await send('POST', `${at}/webhook/${webhook.id}/test`);
  const credential = await send('PUT', `${at}/tool/credential`, {
    url: `${target.website}tool`,
    authorization: 'Bearer secret',
  });
  return {
    taskId: id,
    id,
    runId: run.id,
    stepId: trace.results[0].id,
    datasetId: dataset.id,
    caseId: added.id,
    evaluationId: evaluation.id,
    webhookId: webhook.id,
    deliveryId: tested.delivery.id,
    credentialId: credential.id,
  };
}

async function collectionOf(target: Target, send: Send, at: string) {
  const { id } = await send('POST', `${at}/collection`, { name: uniqueName('Collection') });
  const files = [{ name: 'a.txt', size: 3 }];
  const wanted = { purpose: 'document', collection_id: id, files };
  const upload = await send('POST', `${at}/upload`, wanted);
  const config = { kind: 'website', url: target.website, depth: 0 };
  const sources = `${at}/collection/${id}/datasource`;
  const source = await send('POST', sources, { name: 'Website', config });
  const synced = async () => {
    const { results } = await send('GET', `${sources}/${source.id}/sync`);
    expect(results[0].ended_at).not.toBeNull();
    return results[0].id;
  };
  const syncId = await vi.waitFor(synced, { timeout: 20_000, interval: 100 });
  const indexes = await send('GET', `${at}/collection/${id}/index`);
  return {
    collectionId: id,
    uploadId: upload.results[0].upload.id,
    datasourceId: source.id,
    syncId,
    indexId: indexes.results[0].id,
  };
}

/** A chat that is shared with the project, and a widget. */
async function chatOf(send: Send, at: string) {
  const config = { type: 'model' };
  const { id } = await send('POST', `${at}/chat`, { config });
  await send('PUT', `${at}/chat/${id}/share`, { audience: 'project' });
  const form = new FormData();
  form.set('file', new File(['Hello is a greeting.'], 'greeting.txt'));
  const attached = await send('POST', `${at}/chat/${id}/attachment`, form);
  const message = { text: 'What is hello?', attachment_ids: [attached.id] };
  const { answer } = await send('POST', `${at}/chat/${id}/message`, message);
  const isAnswered = async () =>
    expect((await send('GET', `${at}/chat/${id}/message/${answer.id}`)).ended_at).not.toBeNull();
  await vi.waitFor(isAnswered, { timeout: 20_000, interval: 100 });
  const { link, url } = await send('POST', `${at}/chat/${id}/link`, { expires_at: null });
  const help = { name: 'Help', config, origins: [ORIGIN] };
  const widget = await send('POST', `${at}/widget`, help);
  // The key of the first one changes when its operation is tried.
  const { key } = await send('POST', `${at}/widget`, help);
  return {
    chatId: id,
    messageId: answer.id,
    attachmentId: attached.id,
    linkId: link.id,
    shareToken: url.split('/').at(-1),
    widgetId: widget.id,
    widgetKey: key,
  };
}

async function peopleOf(
  send: Send,
  org: string,
  { at, projectId }: { at: string; projectId: string },
) {
  const email = `${uniqueName('tenant').replace(' ', '.')}@example.com`;
  const invited = await send('POST', `${org}/invitation`, {
    emails: [email],
    role: 'member',
    projects: [{ project_id: projectId, role: 'editor' }],
  });
  const task = (await send('GET', `${at}/task`)).results[0].id;
  const shared = await send('POST', `${at}/task/${task}/access`, { email, level: 'view' });
  const link = await send(
    'POST',
    `${at}/task/${task}/access-link`,
    exampleBody('createAccessLink'),
  );
  const domain = `${uniqueName('tenant').replace(' ', '-')}.example`;
  const made = await send('POST', `${org}/domain`, { domain });
  const client = await send('POST', `${at}/oauth-client`, exampleBody('createOAuthClient'));
  const key = await send('POST', `${at}/api-key`, { name: uniqueName('Key') });
  const log = await send('GET', `${org}/audit?page_limit=1`);
  return {
    invitationId: invited.results[0].invitation.id,
    shareId: shared.share.id,
    accessLinkId: link.id,
    domainId: made.id,
    oauthClientId: client.client.id,
    apiKeyId: key.api_key.id,
    entryId: log.results[0].id,
  };
}

/** No two alerts of an organisation have the same amount. */
let alerts = 0;

async function orgThings(target: Target, send: Send, values: Tenant['values']) {
  const org = `/org/${values.orgId}`;
  const project = await send('POST', `${org}/project`, { name: uniqueName('Deleted') });
  await send('DELETE', `${org}/project/${project.id}`);
  const other = await send('POST', '/org', { name: uniqueName('Deleted') });
  await send('DELETE', `/org/${other.id}`);
  alerts += 1;
  const alert = await send('POST', `${org}/spend-alert`, { amount: alerts * 1_000_000 });
  const rows = await addRows(target, values, (await send('GET', '/user')).id);
  return {
    alertId: alert.id,
    deletedProjectId: project.id,
    deletedOrgId: other.id,
    ...rows,
  };
}

/** What nobody makes by a request of their own. */
async function addRows({ stores }: Target, known: Tenant['values'], user_id: string) {
  const { orgId: org_id, projectId: project_id } = known;
  const created_at = new Date().toISOString();
  const by = { created_by_id: user_id, created_by_name: 'Someone', created_at };
  const suffix = newId('row').split('_').at(-1) ?? '';
  const values = {
    correctionId: `correction_${suffix}`,
    grantId: `grant_${suffix}`,
    joinRequestId: `join_${suffix}`,
    transferId: `transfer_${suffix}`,
  };
  await notify(stores, [user_id], { event: 'added', facts: { by: 'Someone' }, ref: suffix });
  const [told] = await stores.notification.notifications.list({ where: { user_id, ref: suffix } });
  await stores.oauth.grants.insert({
    id: values.grantId,
    client_id: known.oauthClientId,
    ...{ org_id, project_id, user_id, created_at },
    ...{ scopes: ['task:run'], resources: null, last_used_at: null },
  });
  // Each person asks an organisation once.
  const asking = await stores.capture.requests.find({ org_id, user_id });
  if (asking) values.joinRequestId = asking.id;
  else
    await stores.capture.requests.insert({
      id: values.joinRequestId,
      ...{ org_id, user_id, created_at },
      domain_id: known.domainId,
      email: 'someone@example.com',
      declined_at: null,
    });
  await stores.transfer.transfers.insert({
    id: values.transferId,
    ...{ org_id, ...by, kind: 'export', status: 'failed', done: 0, total: 0, size: null },
    ...{ project_ids: [], report: [], error: 'Gone', ended_at: created_at, input: {}, written: 0 },
    ...{ worker_id: null, lease_until: null },
  });
  await stores.billing.corrections.insert({
    id: values.correctionId,
    ...{ org_id, ...by, model_id: 'sandbox/sandbox', is_general: false, status: 'ready' },
    ...{ starts_at: created_at, ends_at: created_at, input_price: 1, output_price: 1 },
    ...{ undoes: null, undone_by: null, cursor: '', progress: 1, runs: 0, calls: 0 },
    ...{ unknown_calls: 0, pending_runs: 0, applied_runs: 0, skipped_runs: 0 },
    ...{ organizations: 0, cost_before: 0, cost_after: 0, unpriced_runs: 0 },
    ...{ given_back: 0, taken: 0, waived: 0, ended_at: created_at },
    ...{ worker_id: null, lease_until: null },
  });
  return { ...values, notificationId: told?.id ?? '' };
}
