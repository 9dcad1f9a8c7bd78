import { finished, Readable } from 'node:stream';
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  RouteHandlerMethod,
  RouteOptions,
} from 'fastify';
import { Shares } from '#core/shares.ts';
import { whileAllowed } from '#domain/access/access-changes.ts';
import { AREAS } from '#domain/areas.ts';
import { auditedArea } from '#domain/audit/audited-area.ts';
import { recordsRefusals, refusalOf } from '#domain/audit/refusal.ts';
import { API_PREFIX, type Operation, type Operations, operations } from '#domain/call.ts';
import type { Domain } from '#domain/domain.ts';
import { Events, FileBody } from '#domain/events.ts';
import { principalId } from '#domain/principal.ts';
import { checkRequest } from '#domain/request/check.ts';
import { REFUSALS } from '#domain/request/refusals.ts';
import { requireRoom } from '#domain/require-room.ts';
import { countsRejections, rejectionOf } from '#domain/run/rejected/rejection.ts';
import { type Request, serve } from '#domain/serve.ts';
import type { SocketHandler } from '#domain/socket.ts';
import type { OperationId } from '#generated/operations/index.ts';
import { networkOf } from '../identity/http/network.ts';
import { toProblem } from './error-handler.ts';
import { readUpload } from './files.ts';
import { validatedResponses } from './response-check.ts';
import type { SocketRoute } from './socket.ts';
import { sendEvents } from './sse.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The contract's operation that the route implements. */
    operationId?: OperationId;
  }
}

/** How many streams are open at once. A client that leaves them open costs memory and a connection for each. */
const MAX_STREAMS = 4096;

/** Options for each operation's route. */
export type RouteHooks = Pick<RouteOptions, 'onRequest' | 'preHandler' | 'onSend'>;

interface BindOptions {
  /** Hooks around an operation's handler: authentication, authorisation and idempotency. */
  hooksOf(operation: Operation): RouteHooks;
  /** Handles the requests of an operation that opens sockets. */
  socketRoute(handler: SocketHandler): SocketRoute;
  /** Whether responses are also checked against the contract. It costs some time, so it is off in production. */
  checkResponses: boolean;
  /** The open streams, shared by all organisations; fewer in tests. */
  streams?: Shares;
}

/** Creates a route for each operation, validated against the contract. */
export async function bindContract(
  app: FastifyInstance,
  domain: Domain,
  {
    hooksOf,
    socketRoute,
    checkResponses,
    streams = new Shares({ total: MAX_STREAMS }),
  }: BindOptions,
): Promise<void> {
  const areas = await Promise.all(
    Object.values(AREAS).map(async (load) => auditedArea(domain, await load())),
  );
  const implemented: Operations = Object.assign({}, ...areas);
  const handlers = handlersOf(domain, implemented, streams);
  const routeOf = async ({ id }: Operation) => {
    const opensSocket = operations[id].sends === 'socket';
    const perform = implemented[id] as (call: unknown) => Promise<SocketHandler> | SocketHandler;
    if (opensSocket) return socketRoute(await perform({}));
    return { handler: handlers[id] as RouteHandlerMethod };
  };
  for (const operation of Object.values(operations)) {
    const hooks = hooksOf(operation);
    app.route({
      ...hooks,
      method: operation.method,
      url: API_PREFIX + operation.path.replace(/\{(\w+)\}/g, ':$1'),
      config: { operationId: operation.id },
      ...(checkResponses && { schema: validatedResponses(operation.id) }),
      preValidation: async (request) => {
        refuseForm(request, operation);
        checkRequest(operation, request);
      },
      ...onErrorOf(domain, operation),
      ...(await routeOf(operation)),
    });
  }
}

/** Counts rejected calls of tasks and refused changes, including those that don't reach the handler. */
function onErrorOf({ run, audit }: Domain, { id }: Operation): Pick<RouteOptions, 'onError'> {
  if (!countsRejections(id) && !recordsRefusals(id)) return {};
  return {
    async onError(request, _reply, error) {
      const problem = toProblem(error, request);
      const rejection = countsRejections(id) && rejectionOf(id, request, problem);
      if (rejection) run.rejected.count(rejection, request.id);
      const { params, principal, access, ip, id: requestId } = request;
      const seen = { params, principal, access, network: networkOf(ip), requestId };
      const refusal = refusalOf(id, seen, problem);
      if (refusal) audit.countRefusal(refusal);
    },
  };
}

/** Adapts the domain's operations to Fastify: each takes a call and returns a complete reply. */
function handlersOf(domain: Domain, implemented: Partial<Operations>, streams: Shares) {
  const handlers = Object.entries(implemented).map(([id, perform]) => {
    const operation = operations[id as OperationId];
    const handler = async (request: FastifyRequest, reply: FastifyReply) => {
      const { id: target, file } = operation;
      const body =
        file === undefined ? request.body : await readUpload(request, { id: target, file });
      const call = toCall(request, reply, body);
      if (operation.sends === 'events') takeStream(streams, request, reply);
      const response = await serve(domain, operation, call, perform as never);
      if (response.body instanceof Events)
        return sendEvents(reply, whileAllowed(response.body, domain, operation, call));
      return reply.code(response.status).headers(response.headers).send(toPayload(response.body));
    };
    return [id, handler] as const;
  });
  return Object.fromEntries(handlers);
}

/** @throws ProblemError 429 or 503 when too many streams are open */
function takeStream(streams: Shares, request: FastifyRequest, reply: FastifyReply): void {
  const orgId = orgOf(request);
  requireRoom(streams, orgId, 'streams');
  const seat = streams.seat(orgId);
  seat.insist();
  // However it ends: also if the operation fails, or the client leaves before the first event.
  finished(reply.raw, () => seat.release());
}

/** The organisation that a request is about. A visitor's path doesn't name it. */
function orgOf({ params, principal }: FastifyRequest): string {
  const { orgId } = params as { orgId?: string };
  return orgId ?? (principal.type === 'visitor' ? principal.orgId : principalId(principal));
}

function toPayload(body: unknown): unknown {
  if (!(body instanceof FileBody)) return body;
  return typeof body.content === 'string' ? body.content : Readable.from(body.content);
}

function toCall(request: FastifyRequest, reply: FastifyReply, body: unknown): Request {
  const { params, query, headers, principal, access, url, ip, id: requestId } = request;
  const path = url.split('?', 1)[0] ?? url;
  return {
    ...({ params, query, body, headers, path, principal, access, requestId } as Request),
    get network() {
      return networkOf(ip);
    },
    // Created on demand, which is rare. `request.signal` aborts as soon as the body has been read.
    get left() {
      const leaving = new AbortController();
      reply.raw.once('close', () => leaving.abort());
      if (reply.raw.destroyed) leaving.abort();
      return leaving.signal;
    },
  };
}

/** This scope accepts forms, for file uploads. Operations that expect JSON must reject them. */
function refuseForm(request: FastifyRequest, operation: Operation): void {
  if (operation.body === undefined || !request.isMultipart()) return;
  throw REFUSALS.wrongType(operation);
}
