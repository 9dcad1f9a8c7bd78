import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { newId } from '#core/ids.ts';
import { ProblemError } from '#domain/problem.ts';

/** What Node can't parse. Fastify never sees these requests. */
const REASONS: Readonly<Record<string, () => ProblemError>> = {
  HPE_HEADER_OVERFLOW: () => new ProblemError('headers_too_large', 'The headers are too large.'),
  ERR_HTTP_REQUEST_TIMEOUT: () =>
    new ProblemError('request_timeout', 'The request took too long to arrive.'),
};

/**
 * Responds to a request that isn't HTTP, or whose headers are too large or arrive too slowly, with a problem, and closes
 * the connection: nobody knows where the next request would begin. For Fastify's `clientErrorHandler`.
 */
export function refuseBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  // The client has left, or a response is on its way already.
  if (error.code === 'ECONNRESET' || !socket.writable || socket.bytesWritten > 0) {
    socket.destroy();
    return;
  }
  const problem =
    REASONS[error.code ?? '']?.() ??
    new ProblemError('invalid_request', "The request isn't valid HTTP.");
  const requestId = newId('req');
  const body = JSON.stringify(problem.toBody(requestId));
  const head = [
    `HTTP/1.1 ${problem.status} ${problem.title}`,
    'Content-Type: application/problem+json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    `X-Request-Id: ${requestId}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

/**
 * Handles what Node would refuse without a body: `Expect` with an unknown expectation, which a server may ignore, and
 * HTTP/1.1 without `Host`. Node's own check of `Host` must be off (`requireHostHeader`).
 */
export function answerOddRequests(app: FastifyInstance): void {
  app.server.on('checkExpectation', (request, response) => app.routing(request, response));
  app.addHook('onRequest', async ({ raw }) => {
    if (raw.httpVersion !== '1.1' || raw.headers.host !== undefined) return;
    throw new ProblemError('invalid_request', 'The Host header is missing.');
  });
}
