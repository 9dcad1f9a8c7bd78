import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { ByteBudget } from '#core/byte-budget.ts';
import type { Changes, Connector, SourceItem } from '#domain/datasource/connectors/connector.ts';
import {
  createConnectors,
  PUBLIC_SERVICES,
  type SourceKind,
} from '#domain/datasource/connectors/connectors.ts';
import { readChanges } from '#domain/datasource/connectors/read-changes.ts';
import { ask, inflated, retryAfter } from '#domain/datasource/connectors/request.ts';
import { serveSource } from '../../../../../tests/support/sources/serve.ts';
import { testContext, testOutbound } from './testing.ts';

const outbound = testOutbound();

it('createConnectors creates one per kind, and those with folders can be browsed', () => {
  const google = { ...PUBLIC_SERVICES.google, client_id: 'id', client_secret: 'secret' };
  const connectors = createConnectors({ ...PUBLIC_SERVICES, google });
  const kinds = Object.keys(connectors) as SourceKind[];
  expect(kinds.filter((kind) => connectors[kind].browse)).toEqual([
    's3',
    'google_drive',
    'notion',
    'github',
  ]);
  expect(kinds).toHaveLength(6);
});

it('readChanges makes names and keys safe to store and show', async () => {
  const item = (key: string, name: string, url: string | null = null): SourceItem => ({
    key,
    name,
    url,
    media_type: null,
    size: null,
    etag: null,
    modified_at: null,
    memo: null,
  });
  const connector: Connector<null, never, null> = {
    async *changes(): AsyncGenerator<Changes<null>> {
      const items = [
        item('a', ' fine.pdf '),
        item('b', 'two\nlines\0'),
        item('c', '\u202Egnp.exe'),
        item('d', '', `https://a.test/${'x'.repeat(3000)}`),
        item('e', 'cut \uD83D'),
        item('nul\0', 'bad'),
        item('x'.repeat(2001), 'long'),
      ];
      yield { items, deleted: ['gone', 'nul\0'] };
      yield { items: [], end: { state: null, complete: true } };
    },
    fetch: async () => ({ bytes: new Uint8Array(), media_type: null }),
    check: async () => {},
  };
  const pages = [];
  for await (const page of readChanges(connector, null, undefined, testContext(outbound)))
    pages.push(page);
  expect(pages[0]?.items.map(({ name, url }) => [name, url])).toEqual([
    ['fine.pdf', null],
    ['two lines', null],
    ['gnp.exe', null],
    ['d', null],
    ['cut \uFFFD', null],
  ]);
  expect(pages[0]?.failed?.map(({ key, reason }) => [key.slice(0, 5), reason])).toEqual([
    ['nul', 'unsupported'],
    ['xxxxx', 'unsupported'],
  ]);
  expect(pages[0]?.deleted).toEqual(['gone']);
  expect(pages[1]?.end).toEqual({ state: null, complete: true });
});

it('ask retries when a server is slow or failing, but not after an invalid request', async () => {
  let wishes: ('silent' | 'cut' | 'ok')[] = ['silent', 'cut', 'ok'];
  const server = await serveSource((_request, response) => {
    const wish = wishes.shift();
    if (wish === 'cut') response.destroy();
    if (wish === 'ok') response.end('ok');
  });
  const context = testContext(outbound);
  const request = { url: server.url, timeoutMs: 200 };
  expect((await ask(request, context)).status).toBe(200);
  expect(context.waits).toEqual([1000, 4000]);
  wishes = [];
  await expect(ask(request, context, { attempts: 2 })).rejects.toMatchObject({
    reason: 'unreachable',
    message: 'No response within 0.2 s.',
  });
  const impatient = testContext(outbound, { attempts: 2 });
  await expect(ask(request, impatient)).rejects.toMatchObject({ reason: 'unreachable' });
  expect(impatient.waits).toEqual([1000]);
  const before = server.requests.length;
  const inside = ask({ url: 'http://192.168.0.1/' }, context);
  await expect(inside).rejects.toMatchObject({ reason: 'invalid' });
  await expect(ask({ url: 'nonsense' }, context)).rejects.toMatchObject({ reason: 'invalid' });
  expect(server.requests).toHaveLength(before);
  await server.close();
});

it('ask repeats a request for a person only if the server is busy, not if it is unreachable or failing', async () => {
  const replies: [number, Record<string, string>?][] = [];
  const server = await serveSource((_request, response) => {
    const [status, headers] = replies.shift() ?? [200];
    response.writeHead(status, headers).end();
  });
  const waitsFor = async (url: string, ...given: typeof replies): Promise<number[]> => {
    replies.splice(0, replies.length, ...given);
    const context = testContext(outbound, { attempts: 2, isInteractive: true });
    await ask({ url, timeoutMs: 200 }, context).catch(() => {});
    // What is left of a second is measured.
    return context.waits.map((wait) => Math.round(wait / 100) * 100);
  };
  expect(await waitsFor(server.url, [429, { 'retry-after': '2' }])).toEqual([2000]);
  expect(await waitsFor(server.url, [429])).toEqual([1000]);
  expect(await waitsFor(server.url, [503, { 'retry-after': '2' }])).toEqual([2000]);
  expect(await waitsFor(server.url, [503], [503])).toEqual([]);
  expect(await waitsFor('http://nowhere.invalid/')).toEqual([]);
  await server.close();
  expect(await waitsFor(server.url)).toEqual([]);
});

it('large files are read two at a time, however many sources want one at once', async () => {
  const MB = 1024 * 1024;
  const budget = new ByteBudget(60 * MB);
  let most = 0;
  const bomb = gzipSync(Buffer.alloc(20 * MB));
  const server = await serveSource((request, response) => {
    if (request.url.pathname === '/bomb')
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb);
    else if (request.url.pathname === '/unknown') {
      response.write(Buffer.alloc(10 * MB));
      response.end(Buffer.alloc(10 * MB));
    } else response.writeHead(200, { 'content-length': 20 * MB }).end(Buffer.alloc(20 * MB));
  });
  const read = async (path: string, owner: string): Promise<number> => {
    const { hold } = budget.reservation(owner);
    const context = testContext(outbound, {
      maxBytes: 30 * MB,
      reserve: async (bytes) => {
        await hold(bytes);
        most = Math.max(most, budget.taken);
      },
    });
    const url = server.url + path;
    const response = await ask({ url, maxBytes: context.maxBytes }, context);
    const { body } = await inflated(response, context.maxBytes, context);
    await context.reserve(0);
    return body.length;
  };
  const paths = ['/known', '/unknown', '/bomb', '/known', '/unknown', '/known'];
  const sizes = await Promise.all(paths.map((path, at) => read(path, `org ${at}`)));
  expect(sizes).toEqual(paths.map(() => 20 * MB));
  expect(most).toBeGreaterThan(30 * MB);
  expect([most <= 60 * MB, budget.taken]).toEqual([true, 0]);
  const small = testContext(outbound);
  await ask({ url: `${server.url}/known`, maxBytes: 1000 }, small);
  expect(small.reserved).toEqual([]);
  await server.close();
});

it('retryAfter reads seconds and dates', () => {
  const now = Date.parse('2026-11-22T10:00:00Z');
  expect(retryAfter('7', now)).toBe(7000);
  expect(retryAfter('Sun, 22 Nov 2026 10:00:09 GMT', now)).toBe(9000);
  expect(retryAfter('Sun, 22 Nov 2026 09:00:00 GMT', now)).toBe(0);
  expect(retryAfter('soon', now)).toBeUndefined();
  expect(retryAfter(undefined, now)).toBeUndefined();
});
