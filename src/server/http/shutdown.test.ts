import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, expect, it } from 'vitest';
import { addGracefulClose } from './shutdown.ts';

let app: FastifyInstance;
afterEach(() => app.server.closeAllConnections());

/** An app with a stream of three events, and a request whose connection stays open afterwards. */
async function listening(): Promise<string> {
  app = fastify({ return503OnClosing: false });
  addGracefulClose(app);
  app.get('/quick', async () => 'quick');
  app.get('/stream', (_request, reply) => {
    reply.hijack();
    void (async () => {
      for (const n of [1, 2, 3]) {
        reply.raw.write(`data: ${n}\n\n`);
        await sleep(150);
      }
      reply.raw.end('data: done\n\n');
    })();
  });
  return app.listen({ port: 0, host: '127.0.0.1' });
}

it('finishes when the streams in progress have ended', async () => {
  const url = await listening();
  await (await fetch(`${url}/quick`)).text();
  const stream = await fetch(`${url}/stream`);
  const closed = app.close().then(() => 'closed');
  expect(await Promise.race([closed, sleep(100)])).toBeUndefined();
  await expect(fetch(`${url}/quick`, { keepalive: false })).rejects.toThrow();
  expect(await stream.text()).toBe('data: 1\n\ndata: 2\n\ndata: 3\n\ndata: done\n\n');
  expect(await closed).toBe('closed');
});

it.each([
  ['never sent anything', ''],
  ['stopped in the middle of a request', 'GET /quick HTTP/1.1\r\nHost:'],
])("doesn't wait for a connection that %s", async (_what, sent) => {
  const { port, hostname } = new URL(await listening());
  const socket = connect(Number(port), hostname);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.on('error', () => {});
  await new Promise((resolve) => socket.once('connect', resolve));
  if (sent) socket.write(sent);
  await sleep(20);
  await app.close();
  await closed;
});
