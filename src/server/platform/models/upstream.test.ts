import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, it } from 'vitest';
import { toModelFailure } from './model-error.ts';
import { createUpstream } from './upstream.ts';

let waiting = 0;
const server = createServer((request, response) => {
  if (request.url === '/none') {
    waiting += 1;
    return;
  }
  if (request.url === '/quick') return response.end('ok');
  const type = request.url === '/stream' ? 'text/event-stream' : 'application/json';
  response.writeHead(200, { 'content-type': type });
  const write = () => {
    while (!response.destroyed && response.write('x'.repeat(1000)));
    response.once('drain', write);
  };
  write();
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const upstream = createUpstream(50_000);
afterAll(async () => {
  await upstream.close();
  server.close();
  server.closeAllConnections();
});

it('requests that get no response leave room for others', async () => {
  const stop = new AbortController();
  const { signal } = stop;
  const all = Array.from({ length: 300 }, () => upstream.fetch(`${url}/none`, { signal }));
  const ended = Promise.allSettled(all);
  await expect.poll(() => waiting, { timeout: 5000 }).toBe(300);
  expect(await (await upstream.fetch(`${url}/quick`)).text()).toBe('ok');
  stop.abort();
  await ended;
});

const origin = {
  provider: 'fake',
  settings: { key: 'KEY', url: 'URL' },
  hasKey: true,
  model: 'any',
};

it.each(['/whole', '/stream'])('a response without an end fails: %s', async (path) => {
  const failure = await upstream
    .fetch(url + path)
    .then((response) => response.text())
    .then(String, (error: unknown) => toModelFailure(error, origin, false));
  expect(failure).toMatchObject({ error: { code: 'model_unreadable' } });
});

it('a key that cannot be sent leaves the connection to others', async () => {
  const send = (authorization: string) =>
    upstream.fetch('https://models.invalid/v1', { headers: { authorization } });
  await expect(send('Bearer a')).rejects.toThrow('ENOTFOUND');
  await expect(send('Bearer 日本')).rejects.toThrow(
    "The header authorization contains characters that can't be sent",
  );
  await expect(send('Bearer a')).rejects.toThrow('ENOTFOUND');
});
