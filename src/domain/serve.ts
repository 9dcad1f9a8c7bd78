import type { OperationId } from '#generated/operations/index.ts';
import { whileAllowed } from './access/access-changes.ts';
import { findPathRows } from './access/path-rows.ts';
import type { Params } from './access/reach.ts';
import { AREAS } from './areas.ts';
import { authorise } from './authorise.ts';
import { type Call, type FullReply, type Operation, type Operations, toReply } from './call.ts';
import type { Domain } from './domain.ts';
import { Events } from './events.ts';
import { once } from './idempotency.ts';
import { type Principal, principalId } from './principal.ts';
import type { ProblemError } from './problem.ts';
import type { RequestParts } from './request/check.ts';
import { type FailedRequest, rejectionOf } from './run/rejected/rejection.ts';

type AnyCall = Call<OperationId>;

/** A request of which only the head has been read. Its methods are what the server and the mocks do differently. */
export interface Request extends Pick<AnyCall, 'path' | 'network' | 'requestId' | 'left'> {
  params: Params;
  /** Whether the client asks for a WebSocket. */
  isUpgrade: boolean;
  /**
   * Finds out who makes the request.
   * @throws ProblemError 401
   */
  identify(): Promise<Principal>;
  /**
   * Waits for the caller's turn.
   * @throws ProblemError 429
   */
  admit(): Promise<void>;
  /** Reads the rest, except the file of a form. */
  read(): Promise<RequestParts>;
  /** Reads the file of a form. */
  readFile(): Promise<Record<string, Blob>>;
  /**
   * Counts a stream of an organisation until the response has ended.
   * @throws ProblemError 429 or 503 when too many are open
   */
  openStream(orgId: string): void;
  /** What the caller is told about an error. */
  toProblem(error: unknown): ProblemError;
}

/**
 * The way of every request, on the server and in the mocks. The order matters: a caller who may not see something
 * learns nothing about it from later steps, and nothing is read for a caller who is refused.
 * @throws ProblemError, or an error that `request.toProblem` explains
 */
export async function serve(
  domain: Domain,
  operation: Operation,
  request: Request,
): Promise<FullReply> {
  // Completed step by step. Not a copy, because some properties are only determined when they are read.
  const call = request as Request & AnyCall;
  try {
    if (operation.permission !== 'public') {
      call.principal = await request.identify();
      await authorise(domain.standing, operation, request.params, call.principal, (access) => {
        call.access = access;
      });
    }
    await request.admit();
    Object.assign(call, await request.read());
    const { checkRequest } = await import('./request/check.ts');
    checkRequest(operation, call);
    if (operation.sends === 'socket' && !request.isUpgrade) {
      const { REFUSALS } = await import('./request/refusals.ts');
      throw REFUSALS.noSocket();
    }
    if (operation.file !== undefined) Object.assign(call, { body: await request.readFile() });
    if (operation.sends === 'events') request.openStream(orgOf(call));
    return await once(domain, operation, call, () => perform(domain, operation, call));
  } catch (error) {
    await countFailure(domain, operation.id, call, request.toProblem(error));
    throw error;
  }
}

async function perform(domain: Domain, operation: Operation, call: AnyCall): Promise<FullReply> {
  const { stores, standing } = domain;
  const { id, path, area, method, sends } = operation;
  const asking = { stores, standing, principal: call.principal };
  Object.assign(call, { rows: await findPathRows(asking, path, call.params) });
  const create = await AREAS[area]();
  const plain = operationsOf(domain, create)[id] as (call: AnyCall) => unknown;
  const isRead = method === 'GET' && sends !== 'text';
  const result = isRead
    ? await plain(call)
    : await (await import('./audit/audited.ts')).audited(domain, create, id, plain)(call);
  const reply = toReply(id, result);
  if (!(reply.body instanceof Events)) return reply;
  return { ...reply, body: whileAllowed(reply.body, domain, operation, call) };
}

/** The operations of the areas that have been called. */
const called = new WeakMap<Domain, Map<object, Partial<Operations>>>();

function operationsOf(
  domain: Domain,
  create: (domain: Domain) => Partial<Operations>,
): Partial<Operations> {
  const areas = called.get(domain) ?? new Map<object, Partial<Operations>>();
  called.set(domain, areas);
  const operations = areas.get(create) ?? create(domain);
  areas.set(create, operations);
  return operations;
}

/** The organisation that a request is about. A visitor's path doesn't name it. */
function orgOf({ params, principal }: Pick<AnyCall, 'principal'> & { params: Params }): string {
  return params.orgId ?? (principal.type === 'visitor' ? principal.orgId : principalId(principal));
}

/** Counts rejected calls of tasks and refused changes. */
async function countFailure(
  { run, audit }: Domain,
  op: OperationId,
  request: FailedRequest & Pick<AnyCall, 'network' | 'requestId'>,
  problem: ProblemError,
): Promise<void> {
  const rejection = rejectionOf(op, request, problem);
  if (rejection) run.rejected.count(rejection, request.requestId);
  if (problem.status !== 403) return;
  const { refusalOf } = await import('./audit/refusal.ts');
  const refusal = refusalOf(op, request, problem);
  if (refusal) audit.countRefusal(refusal);
}
