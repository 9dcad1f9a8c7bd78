import type { IncomingMessage } from 'node:http';
import websocket, { type WebSocket } from '@fastify/websocket';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Shares } from '#core/shares.ts';
import { operations } from '#domain/call.ts';
import { SOCKETS_MAX } from '#domain/chat/socket/limits.ts';
import { personId } from '#domain/principal.ts';
import { ProblemError } from '#domain/problem.ts';
import { tooBusy } from '#domain/require-room.ts';
import type { SocketHandler } from '#domain/socket.ts';
import type { AuthenticateSocket } from '../access/authenticate.ts';
import { onBehalfOf } from '../db/turns/cause.ts';
import { networkOf } from '../identity/http/network.ts';
import { Strangers } from './limits/strangers.ts';

/** Bytes of a message. The domain allows fewer characters, and says so; what is larger than this isn't even read. */
const PAYLOAD_MAX = 1_300_000;
/** Sockets that have not authenticated yet: on this node, and of one network. */
const STRANGERS_MAX = 2048;
const STRANGERS_PER_NETWORK = 256;
/** How long a client that was told to close the connection may take. */
const CLOSE_MS = 3000;
/** Without compression, which would cost 300 kB for each socket. */
const OPTIONS = { maxPayload: PAYLOAD_MAX, perMessageDeflate: false, closeTimeout: CLOSE_MS };

const GOING_AWAY = 1001;

/** Node would hand over every `Upgrade`. Some clients offer `h2c` with each request, and are content with HTTP/1.1. */
export function isWebSocket({ headers }: IncomingMessage): boolean {
  return headers.upgrade?.toLowerCase() === 'websocket';
}

/** Accepts sockets, on the routes that have them. */
export async function addSockets(app: FastifyInstance): Promise<void> {
  await app.register(websocket, {
    options: OPTIONS,
    errorHandler: (error, socket, request) => {
      request.log.debug({ err: error }, 'socket');
      socket.terminate();
    },
    preClose(done) {
      const { clients } = this.websocketServer;
      for (const client of clients) client.close(GOING_AWAY, 'The server is restarting');
      done();
    },
  });
  app.addHook('onRequest', async ({ ws, routeOptions }) => {
    const { operationId } = routeOptions.config;
    const hasSockets = operationId !== undefined && operations[operationId].sends === 'socket';
    if (ws && !hasSockets)
      throw new ProblemError('invalid_request', 'There is no WebSocket at this path.');
  });
}

/** Connects the clients that have opened sockets. */
export function createSockets(identify: AuthenticateSocket) {
  const open = new Shares({ total: SOCKETS_MAX, freeForOne: 0 });
  const strangers = new Strangers({ total: STRANGERS_MAX, each: STRANGERS_PER_NETWORK });

  function connect(handle: SocketHandler, socket: WebSocket, request: FastifyRequest): void {
    const { ip } = request;
    const seat = open.seat(ip);
    seat.insist();
    const welcome = strangers.add(networkOf(ip), { end: () => socket.terminate() });
    let caller = ip;
    const session = handle({
      send: (text) => socket.send(text),
      buffered: () => socket.bufferedAmount,
      close: (code, reason) => socket.close(code, reason),
      async authenticate(token) {
        const principal = await identify(request, token);
        caller = personId(principal);
        welcome();
        return principal;
      },
    });
    socket.on('message', (data, isBinary) => {
      // The contract has only texts. An empty one is answered with what is wrong.
      const text = isBinary ? '' : String(data);
      onBehalfOf(caller, () => session.receive(text));
    });
    socket.on('close', () => {
      session.closed();
      seat.release();
      welcome();
    });
  }

  return {
    connect,
    /** @throws ProblemError 503 */
    requireRoom() {
      if (open.free === 0) throw tooBusy('chat connections');
    },
  };
}
