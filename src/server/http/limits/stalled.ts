import type { FastifyInstance } from 'fastify';

/** Longer than any pause of a live connection. */
const STALLED_MS = 30_000;

/**
 * Ends responses whose client has stopped reading although data is waiting to be sent. Otherwise their streams and
 * exports would keep their slots forever. Responses without pending data may take as long as they need.
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
