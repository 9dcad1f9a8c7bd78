import type { DefaultBodyType, HttpResponseResolver, PathParams } from 'msw';
import { newId } from '#core/ids.ts';
import { whileAllowed } from '#domain/access/access-changes.ts';
import { AREAS } from '#domain/areas.ts';
import { authorise } from '#domain/authorise.ts';
import {
  API_PREFIX,
  type Call,
  type CallHeaders,
  type FullReply,
  type Operation,
  type Operations,
  operations,
} from '#domain/call.ts';
import { Events, FileBody } from '#domain/events.ts';
import type { Access } from '#domain/principal.ts';
import { ProblemError } from '#domain/problem.ts';
import { type FailedRequest, rejectionOf } from '#domain/run/rejected/rejection.ts';
import { type Request as Served, serve } from '#domain/serve.ts';
import type { OperationId } from '#generated/operations/index.ts';
import { settlePayments } from './billing/settle.ts';
import { resumeAnswers } from './chat/resume.ts';
import type { MockDomain } from './domain.ts';
import { applyFaults } from './faults.ts';
import { callerOf } from './http/access.ts';
import { eventsResponse, fileStream } from './http/events.ts';
import { problemResponse } from './http/problem.ts';
import { readUpload } from './http/upload.ts';
import { settleNotifications } from './notification/settle.ts';
import type { Store } from './store.ts';
import { settleWebhooks } from './webhook/settle.ts';

/** What msw passes to a handler. */
export type Info = Parameters<HttpResponseResolver<PathParams, DefaultBodyType>>[0];

/** Loads the request validation and with it the whole contract. It can load while the worker starts. */
export const loadValidation = () => import('./http/validate.ts');

/** The network that all requests come from: the one in RFC 5737 for documentation. */
const NETWORK = '192.0.2.1';

/** What is known of a request so far. */
interface SeenRequest extends FailedRequest {
  requestId: `req_${string}`;
}

/** Loads what records changes in the audit log. */
const loadAudit = () => import('#domain/audit/audited-area.ts');
const loadRefusals = () => import('#domain/audit/refusal.ts');

/** Handles one request: authenticates and authorises the caller, validates the request, and runs the operation. */
export async function resolve(
  store: Store,
  domain: MockDomain,
  op: OperationId,
  info: Info,
): Promise<Response> {
  const operation = operations[op];
  const seen: SeenRequest = { params: {}, body: undefined, requestId: newId('req') };
  store.pull();
  const failure = await applyFaults(store.faults, operation);
  if (failure) return failure;
  try {
    const response = await perform(store, domain, operation, info, seen);
    if (info.request.method !== 'GET') store.isDirty = true;
    return response;
  } catch (error) {
    // Awaited, so that its changes are published below.
    if (error instanceof ProblemError) return await refuse(domain, op, seen, error);
    console.error(error);
    const text = error instanceof Error ? error.message : String(error);
    return problemResponse(new ProblemError('internal_error', `Error in the mocks: ${text}`));
  } finally {
    // A request that fails may have created the user who made it.
    if (store.isDirty) store.push();
    store.isDirty = false;
  }
}

/** The problem as a response. Counts the call if it was rejected or refused. */
async function refuse(
  { run, audit }: MockDomain,
  op: OperationId,
  seen: SeenRequest,
  problem: ProblemError,
): Promise<Response> {
  const { requestId } = seen;
  const rejection = rejectionOf(op, seen, problem);
  if (rejection) {
    run.rejected.count(rejection, requestId);
    await run.rejected.save();
  }
  if (problem.status === 403) {
    const { refusalOf } = await loadRefusals();
    const refusal = refusalOf(op, { ...seen, network: NETWORK }, problem);
    if (refusal) {
      audit.countRefusal(refusal);
      await audit.saveRefusals();
    }
  }
  return problemResponse(problem, requestId);
}

/** @param seen receives the details of the request, even if it is rejected later */
async function read(
  store: Store,
  domain: MockDomain,
  operation: Operation,
  { request, params: matched }: Info,
  seen: SeenRequest,
): Promise<Served> {
  // Without the part that matches `*` in the path: the origin.
  const { 0: _, ...given } = matched as Record<string, string>;
  const principal = await callerOf(store, domain, operation, request);
  Object.assign(seen, { params: given, principal });
  const onAccess = (access: Access) => {
    seen.access = access;
  };
  if (principal) await authorise(domain.standing, operation, given, principal, onAccess);
  const { readParts } = await loadValidation();
  const parts = await readParts(operation, request, given, (body) => {
    seen.body = body;
  });
  const { id, file } = operation;
  const body = file === undefined ? parts.body : await readUpload(request, { id, file });
  const { pathname: path } = new URL(request.url);
  const { access } = seen;
  const headers = { ...(parts.headers as CallHeaders), origin: originOf(request) };
  const from = { left: request.signal, network: NETWORK, requestId: seen.requestId };
  return { ...parts, headers, body, ...from, path, principal, access } as Served;
}

/** Browsers add `Origin` after the service worker, which only sees requests of the console's own pages. */
function originOf({ headers }: Request): string | undefined {
  return headers.get('origin') ?? (typeof location === 'undefined' ? undefined : location.origin);
}

/** Runs the operation and completes its response. */
async function perform(
  store: Store,
  domain: MockDomain,
  operation: Operation,
  info: Info,
  seen: SeenRequest,
): Promise<Response> {
  const call = await read(store, domain, operation, info, seen);
  if (operation.sends === 'socket') {
    const { REFUSALS } = await import('#domain/request/refusals.ts');
    throw REFUSALS.noSocket();
  }
  const here = { ...domain, apiUrl: new URL(info.request.url).origin + API_PREFIX };
  const create = await AREAS[operation.area]();
  const implemented: Partial<Operations> =
    operation.method === 'GET' && operation.sends !== 'text'
      ? create(here)
      : (await loadAudit()).auditedArea(here, create);
  const run = implemented[operation.id] as (call: Call<OperationId>) => unknown;
  if (operation.area === 'webhook') await settleWebhooks(domain);
  // A page load may have interrupted some runs.
  if (operation.area === 'run') await domain.run.resume();
  if (operation.area === 'chat') await resumeAnswers(domain);
  if (operation.area === 'evaluation') domain.evaluation.kick();
  if (operation.area === 'billing') domain.prices.kick();
  if (operation.area === 'billing' || operation.area === 'org') await settlePayments(store, domain);
  if (operation.area === 'transfer') domain.transfer.kick();
  if (operation.area === 'notification') await settleNotifications(domain);
  const reply = await serve(domain, operation, call, run);
  const { body } = reply;
  const guarded = body instanceof Events ? whileAllowed(body, domain, operation, call) : body;
  return toResponse({ ...reply, body: guarded }, store, seen.requestId);
}

function toResponse(
  { body, status, headers }: FullReply,
  { faults }: Store,
  requestId: string,
): Response {
  if (body instanceof Events) return withRequestId(eventsResponse(body, faults), requestId);
  const isFile = body instanceof FileBody;
  const text = isFile ? fileStream(body) : body === undefined ? null : JSON.stringify(body);
  const isJson = !isFile && text !== null;
  const type = isJson && { 'content-type': 'application/json; charset=utf-8' };
  const init = { status, headers: { ...type, 'cache-control': 'no-store', ...headers } };
  return withRequestId(new Response(text, init), requestId);
}

function withRequestId(response: Response, requestId: string): Response {
  response.headers.set('x-request-id', requestId);
  return response;
}
