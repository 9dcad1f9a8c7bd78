import type { DefaultBodyType, HttpResponseResolver, PathParams } from 'msw';
import type { AnswerOf, BodyOf, OperationId, ParamsOf, QueryOf } from '../contract.ts';
import { OPERATIONS } from '../contract.ts';
import { applyFaults } from '../faults.ts';
import { type Access, authenticate, authorise, type Caller } from '../http/access.ts';
import { Answer } from '../http/answer.ts';
import { withIdempotency } from '../http/idempotency.ts';
import { MockProblem } from '../http/problem.ts';
import type { Store, StoredUser } from '../store.ts';

/** A request as a resolver gets it: who calls is known, they may do it, and it fits the contract. */
export interface Call<Op extends OperationId> {
  store: Store;
  request: Request;
  params: ParamsOf<Op>;
  query: QueryOf<Op>;
  body: BodyOf<Op>;
  caller: Caller;
  /** The signed-in person; fails for API keys, which only run tasks. */
  user: StoredUser;
  access: Access;
}

/** What an operation of the mocks does. */
export type Resolver<Op extends OperationId> = (
  call: Call<Op>,
) =>
  | AnswerOf<Op>
  | Answer<AnswerOf<Op>>
  | Response
  | Promise<AnswerOf<Op> | Answer<AnswerOf<Op>> | Response>;

/** A resolver for every operation of the contract. */
export type Resolvers = { readonly [Op in OperationId]: Resolver<Op> };

/** What msw hands to a handler. */
export type Info = Parameters<HttpResponseResolver<PathParams, DefaultBodyType>>[0];

/** Loads what checks requests: the zod of all models. It may load while the worker starts. */
export const loadValidation = () => import('../http/validate.ts');

/**
 * Does one request: who calls, may they, does it fit the contract, then the resolver. Whatever is not a
 * plain answer is thrown as a `Response`, which msw sends as it is.
 */
export async function resolve<Op extends OperationId>(
  store: Store,
  op: Op,
  resolver: Resolver<Op>,
  info: Info,
): Promise<AnswerOf<Op>> {
  const answer = await attempt(store, op, resolver, info);
  if (answer instanceof Response) throw answer;
  return answer;
}

async function attempt<Op extends OperationId>(
  store: Store,
  op: Op,
  resolver: Resolver<Op>,
  info: Info,
): Promise<AnswerOf<Op> | Response> {
  const { request } = info;
  const operation = OPERATIONS[op];
  store.pull();
  const failure = await applyFaults(store.faults, operation);
  if (failure) return failure;
  try {
    const params = info.params as Record<string, string>;
    const caller = authenticate(store, operation, request);
    const access = authorise(store, operation, params, caller);
    const { checkHeaders, readBody, readQuery } = await loadValidation();
    checkHeaders(operation, request.headers);
    const query = readQuery(operation, new URL(request.url)) as QueryOf<Op>;
    const body = (await readBody(operation, request)) as BodyOf<Op>;
    const user = caller?.type === 'user' ? caller.user : undefined;
    const call = { store, request, params, query, body, caller, user, access } as Call<Op>;
    const answer = await withIdempotency(call, operation, () => resolver(call));
    if (request.method !== 'GET') store.push();
    return answer instanceof Answer ? toResponse(answer) : (answer as AnswerOf<Op> | Response);
  } catch (error) {
    if (error instanceof MockProblem) return error.toResponse();
    console.error(error);
    const text = error instanceof Error ? error.message : String(error);
    return new MockProblem('internal_error', `The mocks broke: ${text}`).toResponse();
  }
}

function toResponse({ body, status, headers }: Answer<unknown>): Response {
  return Response.json(body, { status, headers });
}
