import { connect, type Socket } from 'node:net';
import { finished, Readable } from 'node:stream';
import fastify from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { Events } from '#domain/events.ts';
import { sendEvents } from '../sse.ts';
import { endStalledResponses } from './stalled.ts';

const AFTER_MS = 400;
const LINE = `${'x'.repeat(65_536)}\n`;
/** More than the system's buffers hold. */
const LINES = 400;
const app = fastify({ forceCloseConnections: true });
let port = 0;
let ended = 0;
let lines = 0;

endStalledResponses(app, { afterMs: AFTER_MS, leastBytes: 2_000_000 });
app.get('/export', async (_request, reply) => {
  finished(reply.raw, () => (ended += 1));
  return reply.send(
    Readable.from(
      (async function* () {
        for (lines = 0; lines < LINES; lines += 1) yield LINE;
      })(),
    ),
  );
});
app.get('/stream', async (_request, reply) => {
  finished(reply.raw, () => (ended += 1));
  let id = 0;
  const read = () => {
    id += 1;
    return { events: [{ id: String(id), type: 'word', data: LINE }], isOver: false };
  };
  const follow = (onChange: () => void) => {
    const beat = setInterval(onChange, 1);
    return () => clearInterval(beat);
  };
  sendEvents(reply, new Events({ read, follow }));
});
app.get('/quiet', async () => {
  await new Promise((resolve) => setTimeout(resolve, 3 * AFTER_MS));
  return 'done';
});

beforeAll(async () => {
  port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
});
afterAll(() => app.close());
beforeEach(() => {
  ended = 0;
});

/** A client that sends a request, and reads only what it is told to. */
function ask(path: string): Socket {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  socket.pause();
  socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`);
  return socket;
}

it.each(['/export', '/stream'])('ends %s of a client that never reads', async (path) => {
  const socket = ask(path);
  await expect.poll(() => ended, { timeout: 20 * AFTER_MS }).toBe(1);
  socket.destroy();
});

it('ends a response of a client that reads a little now and then', async () => {
  const socket = ask('/export');
  socket.on('data', () => socket.pause());
  const sip = setInterval(() => socket.resume(), AFTER_MS / 20);
  await expect.poll(() => ended, { timeout: 20 * AFTER_MS }).toBe(1);
  expect(lines).toBeLessThan(LINES);
  clearInterval(sip);
  socket.destroy();
});

it('lets a slow client read to the end', async () => {
  const socket = ask('/export');
  let text = 0;
  socket.on('data', (part) => {
    text += part.length;
    socket.pause();
    setTimeout(() => socket.resume(), AFTER_MS / 400);
  });
  socket.resume();
  await expect.poll(() => ended, { timeout: 10_000 }).toBe(1);
  expect(lines).toBe(LINES);
  await expect.poll(() => text, { timeout: 10_000 }).toBeGreaterThan(LINES * LINE.length);
  socket.destroy();
});

it('lets a response be quiet for longer', async () => {
  const response = await fetch(`http://127.0.0.1:${port}/quiet`);
  expect(await response.text()).toBe('done');
});
