import type { DefaultBodyType, HttpResponseResolver, PathParams } from 'msw';
import { AREAS, type MovedArea, type MovedOperation } from '#domain/areas.ts';
import { authorise } from '#domain/authorise.ts';
import type { BodyOf, Call as DomainCall, ParamsOf, QueryOf, ResultOf } from '#domain/call.ts';
import {
  API_PREFIX,
  type FullReply,
  type OperationFacts,
  type Operations,
  operations,
  toReply,
} from '#domain/call.ts';
import type { Domain } from '#domain/domain.ts';
import { Events, TextFile } from '#domain/events.ts';
import { once } from '#domain/idempotency.ts';
import type { Access, Principal } from '#domain/principal.ts';
import { ProblemError } from '#domain/problem.ts';
import type { UserRow } from '#domain/user/user.store.ts';
import type { OperationId } from '#generated/operations/index.ts';
import { applyFaults } from '../faults.ts';
import { callerOf } from '../http/access.ts';
import { Answer } from '../http/answer.ts';
import { eventsResponse, textStream } from '../http/events.ts';
import { withIdempotency } from '../http/idempotency.ts';
import { problemResponse } from '../http/problem.ts';
import { readUpload } from '../http/upload.ts';
import type { Store } from '../store.ts';
import { settleWebhooks } from '../webhook/settle.ts';

/** A request as a resolver gets it: who calls is known, they may do it, and it fits the contract. */
export interface Call<Op extends OperationId> {
  store: Store;
  request: Request;
  params: ParamsOf<Op>;
  query: QueryOf<Op>;
  body: BodyOf<Op>;
  /** Absent in public operations. */
  caller: Principal;
  /** The signed-in person; fails for API keys, which only run tasks. */
  user: UserRow;
  access: Access;
}

/** What an operation of the mocks does. */
export type Resolver<Op extends OperationId> = (
  call: Call<Op>,
) =>
  | ResultOf<Op>
  | Answer<ResultOf<Op>>
  | Response
  | Promise<ResultOf<Op> | Answer<ResultOf<Op>> | Response>;

/** A resolver for every operation that the domain does not implement yet. */
export type Resolvers = {
  readonly [Op in Exclude<OperationId, MovedOperation>]: Resolver<Op>;
};

/** What msw hands to a handler. */
export type Info = Parameters<HttpResponseResolver<PathParams, DefaultBodyType>>[0];

/** Loads what checks requests: the zod of all models. It may load while the worker starts. */
export const loadValidation = () => import('../http/validate.ts');

/** Does one request: who calls, may they, does it fit the contract, then the operation. */
export async function resolve(
  store: Store,
  { domain, legacy }: { domain: Domain; legacy: Resolvers },
  op: OperationId,
  info: Info,
): Promise<Response> {
  const operation = operations[op];
  store.pull();
  const failure = await applyFaults(store.faults, operation);
  if (failure) return failure;
  try {
    const call = await read(store, domain, operation, info);
    const response =
      operation.area in AREAS
        ? await perform(domain, operation, call)
        : await resolveLegacy(legacy, call, operation);
    if (call.request.method !== 'GET') store.isDirty = true;
    return response;
  } catch (error) {
    if (error instanceof ProblemError) return problemResponse(error);
    console.error(error);
    const text = error instanceof Error ? error.message : String(error);
    return problemResponse(new ProblemError('internal_error', `The mocks broke: ${text}`));
  } finally {
    // A request that fails may have created the user who made it.
    if (store.isDirty) store.push();
    store.isDirty = false;
  }
}

async function read(
  store: Store,
  domain: Domain,
  operation: OperationFacts,
  { request, params: path }: Info,
): Promise<Call<OperationId>> {
  // Without what the path's `*` stands for: the origin.
  const { 0: _, ...params } = path as Record<string, string>;
  const caller = await callerOf(store, domain, operation, request);
  const access = caller && (await authorise(domain.standing, operation, params, caller));
  const { checkHeaders, readBody, readQuery } = await loadValidation();
  checkHeaders(operation, request.headers);
  const query = readQuery(operation, new URL(request.url));
  const { file } = operation;
  const body = await (file === undefined
    ? readBody(operation, request)
    : readUpload(request, file));
  const user = caller?.type === 'user' ? store.data.tables.user[caller.userId] : undefined;
  return {
    store,
    request,
    params,
    query,
    body,
    caller,
    user,
    access,
  } as Call<OperationId>;
}

/** What the domain does, in its complete form. */
async function perform(
  domain: Domain,
  operation: OperationFacts,
  { store, request, params, query, body, caller, access }: Call<OperationId>,
): Promise<Response> {
  const { origin, pathname } = new URL(request.url);
  const here = { ...domain, apiUrl: origin + API_PREFIX };
  const implemented: Partial<Operations> = (await AREAS[operation.area as MovedArea]())(here);
  const run = implemented[operation.id] as (call: DomainCall<OperationId>) => unknown;
  if (operation.area === 'webhook') await settleWebhooks(domain);
  // A page load may have interrupted one.
  if (operation.area === 'evaluation') domain.evaluation.kick();
  const call = {
    params,
    query,
    body,
    headers: headersOf(request),
    path: pathname,
    principal: caller,
    access,
  } as DomainCall<OperationId>;
  const reply = await once(domain, operation, call, async () =>
    toReply(operation.id, await run(call)),
  );
  return toResponse(reply, store);
}

function toResponse({ body, ...reply }: FullReply, { faults }: Store): Response {
  if (body === undefined) return new Response(null, reply);
  if (body instanceof Events) return eventsResponse(body, faults);
  if (body instanceof TextFile) return new Response(textStream(body), reply);
  return Response.json(body, reply);
}

function headersOf({ headers }: Request): Record<string, string> {
  return Object.fromEntries(headers);
}

async function resolveLegacy(
  resolvers: Resolvers,
  call: Call<OperationId>,
  operation: OperationFacts,
): Promise<Response> {
  const resolver = resolvers[operation.id as keyof Resolvers] as Resolver<OperationId>;
  const answer = await withIdempotency(call, operation, () => resolver(call));
  if (answer instanceof Response) return answer;
  if (answer instanceof Answer) {
    return Response.json(answer.body, { status: answer.status, headers: answer.headers });
  }
  const { status, body, headers } = toReply(operation.id, answer);
  return body === undefined
    ? new Response(null, { status })
    : Response.json(body, { status, headers });
}
