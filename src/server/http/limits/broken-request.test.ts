import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing.ts';

let server: TestApp;
let port = 0;

beforeAll(async () => {
  server = await startTestApp();
  await server.app.listen({ port: 0, host: 'localhost' });
  port = (server.app.server.address() as AddressInfo).port;
});
afterAll(() => server.close());

/** Sends these lines as they are, and reads until the server closes the connection. */
async function send(lines: readonly string[]) {
  const socket = connect(port, 'localhost');
  socket.end(`${lines.join('\r\n')}\r\n\r\n`);
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
  return { head: head.toLowerCase(), body };
}

it.each([
  ['what is not HTTP', ['GARBAGE'], 400, 'invalid_request'],
  ['a space in the path', ['GET /a b HTTP/1.1', 'Host: x'], 400, 'invalid_request'],
  ['a wrong length', ['GET / HTTP/1.1', 'Host: x', 'Content-Length: a'], 400, 'invalid_request'],
  [
    'long headers',
    ['GET / HTTP/1.1', 'Host: x', `A: ${'a'.repeat(20_000)}`],
    431,
    'headers_too_large',
  ],
  ['a missing host', ['GET /api/v1/user HTTP/1.1', 'Connection: close'], 400, 'invalid_request'],
] as const)('responds to %s with a problem', async (_what, lines, status, code) => {
  const { head, body } = await send(lines);
  expect(head).toMatch(new RegExp(`^http/1.1 ${status} `));
  expect(head).toContain('content-type: application/problem+json');
  const problem = JSON.parse(body.slice(body.indexOf('{'), body.lastIndexOf('}') + 1));
  expect(problem).toMatchObject({ status, code, type: `/docs/errors#${code}` });
  expect(head).toContain(`x-request-id: ${problem.request_id}`);
});

it('ignores an unknown expectation', async () => {
  const { head } = await send([
    'GET /healthz HTTP/1.1',
    'Host: x',
    'Expect: a banana',
    'Connection: close',
  ]);
  expect(head).toMatch(/^http\/1.1 200 /);
});
