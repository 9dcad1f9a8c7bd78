import { finished, Readable } from 'node:stream';
import type { WebSocket } from '@fastify/websocket';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Shares } from '#core/shares.ts';
import type { Params } from '#domain/access/reach.ts';
import { AREAS } from '#domain/areas.ts';
import {
  API_PREFIX,
  type CallHeaders,
  type FullReply,
  type Operation,
  operations,
} from '#domain/call.ts';
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

/** An operation waits for its body, which Fastify reads after the hooks `onRequest`. */
interface Serving {
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
  { streams = new Shares({ total: MAX_STREAMS }), ...binder }: Binder,
): Promise<void> {
  // Now, so that the first requests don't wait for it.
  await Promise.all(Object.values(AREAS).map((load) => load()));
  for (const operation of Object.values(operations)) {
    const isPublic = operation.permission === 'public';
    app.route({
      method: operation.method,
      url: API_PREFIX + operation.path.replace(/\{(\w+)\}/g, ':$1'),
      config: { operationId: operation.id },
      ...(binder.checkResponses && { schema: validatedResponses(operation.id) }),
      onRequest: async (request, reply) => {
        const body = Promise.withResolvers<void>();
        body.promise.catch(() => undefined);
        const cause = () => (request.principal || isPublic ? callerOf(request) : undefined);
        await new Promise<void>((resolve, reject) => {
          const bodyRead = () => {
            resolve();
            return body.promise;
          };
          const asked = toRequest({ request, reply, operation, binder, streams, bodyRead });
          request.serving = {
            body,
            reply: onBehalfOf(cause, () => serve(domain, operation, asked)),
          };
          request.serving.reply.catch(reject);
        });
      },
      onError: async ({ serving }, _reply, error) => {
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

interface Asked {
  request: FastifyRequest;
  reply: FastifyReply;
  operation: Operation;
  binder: Omit<Binder, 'streams'>;
  streams: Shares;
  bodyRead(): Promise<void>;
}

function toRequest({ request, reply, operation, binder, streams, bodyRead }: Asked): Request {
  const { url, ip, ws } = request;
  const { id, file = '' } = operation;
  return {
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
      request.principal = await binder.identify(request, operation);
      return request.principal;
    },
    admit: () => binder.admit(request, reply),
    async read() {
      await bodyRead();
      refuseForm(request, operation);
      const { params, query, headers, body } = request;
      return { params, query, headers: headers as CallHeaders, body };
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
