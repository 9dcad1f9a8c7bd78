import { finished, Readable } from 'node:stream';
import type { WebSocket } from '@fastify/websocket';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Shares } from '#core/shares.ts';
import type { Params } from '#domain/access/reach.ts';
import { AREAS } from '#domain/areas.ts';
import { API_PREFIX, type FullReply, type Operation, operations } from '#domain/call.ts';
import type { Domain } from '#domain/domain.ts';
import { Events, FileBody } from '#domain/events.ts';
import { type Principal, personId } from '#domain/principal.ts';
import { REFUSALS } from '#domain/request/refusals.ts';
import { requireRoom } from '#domain/require-room.ts';
import { type Request, serve } from '#domain/serve.ts';
import type { SocketHandler } from '#domain/socket.ts';
import type { OperationId } from '#generated/operations/index.ts';
import { onBehalfOf } from '../db/turns/cause.ts';
import { networkOf } from '../identity/http/network.ts';
import { toProblem } from './error-handler.ts';
import { readUpload } from './files.ts';
import { validatedResponses } from './response-check.ts';
import { sendEvents } from './sse.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The contract's operation that the route implements. */
    operationId?: OperationId;
  }
  interface FastifyRequest {
    /** The caller, as soon as it is known; never in public operations. */
    principal?: Principal;
    /** The operation that has begun. */
    serving?: Serving;
  }
}

/** An operation that has begun. Fastify reads the body between its hooks `onRequest` and the handler. */
interface Serving {
  /** Settled once the caller may send the body. */
  admitted: Promise<void>;
  /** To be settled once Fastify has read it. */
  body: PromiseWithResolvers<void>;
  reply: Promise<FullReply>;
  socket?: SocketHandler;
}

/** How many streams are open at once. A client that leaves them open costs memory and a connection for each. */
const MAX_STREAMS = 4096;

export interface Binder {
  /** @throws ProblemError 401 */
  identify(request: FastifyRequest, operation: Operation): Promise<Principal>;
  /** Waits for the caller's turn. Throws ProblemError 429. */
  admit(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  /** Connects a client that has opened a socket. */
  sockets: {
    requireRoom(): void;
    connect(handle: SocketHandler, socket: WebSocket, request: FastifyRequest): void;
  };
  /** Whether responses are also checked against the contract. It costs some time, so it is off in production. */
  checkResponses: boolean;
  /** The open streams, shared by all organisations; fewer in tests. */
  streams?: Shares;
}

/** Creates a route for each operation. What a route does is `serve`; this is its way into Fastify. */
export async function bindContract(
  app: FastifyInstance,
  domain: Domain,
  binder: Binder,
): Promise<void> {
  // Now, so that the first requests don't wait for it.
  await Promise.all(Object.values(AREAS).map((load) => load()));
  const streams = binder.streams ?? new Shares({ total: MAX_STREAMS });
  for (const operation of Object.values(operations)) {
    app.route({
      method: operation.method,
      url: API_PREFIX + operation.path.replace(/\{(\w+)\}/g, ':$1'),
      config: { operationId: operation.id },
      ...(binder.checkResponses && { schema: validatedResponses(operation.id) }),
      async onRequest(request, reply) {
        request.serving = begin(domain, operation, { ...binder, streams, request, reply });
        await request.serving.admitted;
      },
      async onError({ serving }, _reply, error) {
        serving?.body.reject(error);
        await serving?.reply.catch(() => undefined);
      },
      ...handlersOf(operation, binder.sockets),
    });
  }
}

function handlersOf({ sends }: Operation, sockets: Binder['sockets']) {
  const handler = async (request: FastifyRequest, reply: FastifyReply) => {
    const { status, headers, body } = await replyTo(request);
    if (body instanceof Events) return sendEvents(reply, body);
    return reply.code(status).headers(headers).send(toPayload(body));
  };
  if (sends !== 'socket') return { handler };
  return {
    handler,
    async preHandler(request: FastifyRequest) {
      const { body } = await replyTo(request);
      sockets.requireRoom();
      Object.assign(request.serving ?? {}, { socket: body });
    },
    wsHandler(socket: WebSocket, request: FastifyRequest) {
      if (request.serving?.socket) sockets.connect(request.serving.socket, socket, request);
    },
  };
}

function replyTo({ serving }: FastifyRequest): Promise<FullReply> {
  if (!serving) throw new Error('The request has not been served');
  serving.body.resolve();
  return serving.reply;
}

function toPayload(body: unknown): unknown {
  if (!(body instanceof FileBody)) return body;
  return typeof body.content === 'string' ? body.content : Readable.from(body.content);
}

interface Exchange extends Required<Binder> {
  request: FastifyRequest;
  reply: FastifyReply;
}

function begin(
  domain: Domain,
  operation: Operation,
  { request, reply, identify, admit, streams }: Exchange,
): Serving {
  const { id, permission, file = '' } = operation;
  const { url, ip, ws } = request;
  const admitted = Promise.withResolvers<void>();
  const body = Promise.withResolvers<void>();
  body.promise.catch(() => undefined);
  const asked: Request = {
    params: request.params as Params,
    path: url.split('?', 1)[0] ?? url,
    requestId: request.id as Request['requestId'],
    isUpgrade: ws,
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
    async identify() {
      request.principal = await identify(request, operation);
      return request.principal;
    },
    admit: () => admit(request, reply),
    async read() {
      admitted.resolve();
      await body.promise;
      refuseForm(request, operation);
      const { params, query, headers, body: content } = request;
      return { params, query, headers, body: content };
    },
    readFile: () => readUpload(request, { id, file }),
    openStream(orgId) {
      requireRoom(streams, orgId, 'streams');
      const seat = streams.seat(orgId);
      seat.insist();
      // However it ends: also if the operation fails, or the client leaves before the first event.
      finished(reply.raw, () => seat.release());
    },
    toProblem: (error) => toProblem(error as FastifyError, request),
  };
  const isKnown = () => permission === 'public' || request.principal !== undefined;
  const caller = () => (isKnown() ? callerOf(request) : undefined);
  const served = onBehalfOf(caller, () => serve(domain, operation, asked));
  served.catch(admitted.reject);
  return { admitted: admitted.promise, body, reply: served };
}

/** The scope accepts forms, for file uploads. Operations that expect JSON must reject them. */
function refuseForm(request: FastifyRequest, operation: Operation): void {
  if (operation.body === undefined || !request.isMultipart()) return;
  throw REFUSALS.wrongType(operation);
}

/** The caller's person, whichever of their keys they use; the IP address if nobody is signed in. */
export function callerOf({ principal, ip }: FastifyRequest): string {
  return principal ? personId(principal) : ip;
}
