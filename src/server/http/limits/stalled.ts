import type { FastifyInstance } from 'fastify';

/** Longer than any pause of a connection that is still in use. */
const STALLED_MS = 30_000;

/**
 * Ends responses whose client has read nothing for a while although something waits to be sent: streams and exports of
 * such clients would keep their slots for ever. Quiet responses may take as long as they need.
 */
export function endStalledResponses({ server }: FastifyInstance, afterMs = STALLED_MS): void {
  // Node's timer restarts with every byte that is read, written or sent.
  server.setTimeout(afterMs);
  // Without a listener, Node would also end what is merely quiet. Connections without a request have none.
  server.on('request', (_request, response) => {
    response.on('timeout', (socket) => {
      if (response.writableLength > 0) socket.destroy();
    });
  });
}
