import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

const SWEEP_MS = 100;

/**
 * Lets the app close as soon as all requests in progress are finished. Streams continue to their end. Connections without
 * a request are closed, now or when they become idle. Node only does this for connections that have had a request, but
 * browsers also keep connections that never had one.
 */
export function addGracefulClose(app: FastifyInstance): void {
  /** Number of requests in progress on each connection. */
  const busy = new Map<Socket, number>();
  let sweep: NodeJS.Timeout | undefined;
  let closing = false;

  app.server.on('connection', (socket) => {
    busy.set(socket, 0);
    socket.once('close', () => busy.delete(socket));
  });
  app.server.on('request', ({ socket }, response) => {
    busy.set(socket, (busy.get(socket) ?? 0) + 1);
    response.once('close', () => {
      const count = busy.get(socket);
      if (count !== undefined) busy.set(socket, count - 1);
    });
  });
  app.addHook('onRequest', async (_request, reply) => {
    if (closing) reply.header('connection', 'close');
  });
  app.addHook('preClose', async () => {
    closing = true;
    // Not immediately, because a request may be arriving.
    sweep = setInterval(() => {
      for (const [socket, count] of busy) if (count === 0) socket.destroy();
    }, SWEEP_MS);
  });
  app.addHook('onClose', async () => clearInterval(sweep));
}
