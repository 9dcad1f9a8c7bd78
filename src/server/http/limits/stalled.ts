import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** Longer than any pause of a live connection. */
const STALLED_MS = 30_000;
/** The bytes that a live connection takes in that time at the very least. */
const LEAST_BYTES = 16_384;

/**
 * Ends responses whose client reads nothing, or next to nothing, although data is waiting to be sent. Otherwise their
 * streams and exports would keep their slots forever. Responses without pending data may take as long as they need.
 */
export function endStalledResponses(
  { server }: FastifyInstance,
  { afterMs = STALLED_MS, leastBytes = LEAST_BYTES } = {},
): void {
  /** The responses in progress, and how much had been sent of those that had more to send at the last look. */
  const open = new Map<ServerResponse, number | undefined>();
  server.on('request', (_request, response) => {
    open.set(response, undefined);
    response.on('close', () => open.delete(response));
  });
  const look = () => {
    for (const [response, before] of open) {
      const sent = sentOf(response);
      if (sent !== undefined && before !== undefined && sent - before < leastBytes)
        response.socket?.destroy();
      else open.set(response, sent);
    }
  };
  const timer = setInterval(look, afterMs).unref();
  server.on('close', () => clearInterval(timer));
}

/** The bytes that the response's connection has sent; undefined if nothing is waiting to be sent. */
function sentOf({ socket, writableLength }: ServerResponse): number | undefined {
  if (!socket || writableLength === 0) return undefined;
  return socket.bytesWritten - socket.writableLength;
}
