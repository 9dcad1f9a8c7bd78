import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { isPublicAddress, parseRange } from '#core/outbound/address.ts';
import { createOutbound } from './outbound.ts';

const strict = createOutbound();
/** A client that may reach this machine through one of its addresses only. */
const lenient = createOutbound({ allowed: ['127.0.0.1'] });
const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});
afterAll(() => Promise.all([strict.close(), lenient.close()]));

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, done));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const limits = { timeoutMs: 5000, maxBytes: 1000 };

it.each([
  'http://127.0.0.1',
  'http://2130706433',
  'http://0x7f.1',
  'http://0.0.0.0',
  'http://10.1.2.3',
  'http://172.16.0.1',
  'http://192.168.1.1',
  'http://169.254.169.254/latest/meta-data',
  'http://100.64.0.1',
  'http://[::1]',
  'http://[::]',
  'http://[::ffff:127.0.0.1]',
  'http://[::ffff:a9fe:a9fe]',
  'http://[fd00::1]',
  'http://[fe80::1]',
  'http://[64:ff9b::7f00:1]',
  'http://[64:ff9b:1::7f00:1]',
  'http://[::127.0.0.1]',
  'http://[::a9fe:a9fe]',
  'http://[::ffff:0:127.0.0.1]',
  'http://[2002:7f00:1::]',
  'http://[2001:0:7f00:1::]',
  'http://[2606:4700::5efe:7f00:1]',
  'http://[2606:4700::200:5efe:a9fe:a9fe]',
  'http://[fd00:ec2::254]',
  'http://168.63.129.16',
  'http://192.0.0.192',
  'http://100.100.100.200',
  'http://localhost',
])('rejects %s', async (url) => {
  await expect(strict.send({ url, ...limits })).rejects.toMatchObject({ reason: 'refused' });
  expect(strict.check(url)).toBe('Must be an address on the public internet');
});

it.each([
  ['ftp://example.com', 'Must be an http or https URL'],
  ['example.com', 'Must be an http or https URL'],
  ['https://user:secret@example.com', 'Must not contain a user name or password'],
  ['https://example.com/hook', undefined],
])('reports for %s: %s', (url, problem) => expect(strict.check(url)).toBe(problem));

it('recognises public addresses', () => {
  expect(isPublicAddress('93.184.215.14')).toBe(true);
  expect(isPublicAddress('2606:2800:21f:cb07:6820:80da:af6b:8b2c')).toBe(true);
  expect(isPublicAddress('nonsense')).toBe(false);
  const office = parseRange('10.1.0.0/16');
  expect(isPublicAddress('10.1.2.3', office && [office])).toBe(true);
  expect(isPublicAddress('10.2.2.3', office && [office])).toBe(false);
  expect(parseRange('10.1.0.0/99')).toBeUndefined();
});

it('reaches allowed addresses and returns the response', async () => {
  const url = await serve((request, response) => {
    response.writeHead(201, { 'x-method': request.method });
    request.pipe(response);
  });
  const reply = await lenient.send({ url, method: 'POST', body: 'hello', ...limits });
  expect(reply).toMatchObject({ status: 201, isCut: false });
  expect(reply.headers['x-method']).toBe('POST');
  expect(reply.body.toString()).toBe('hello');
});

it("doesn't follow a redirect to a private address", async () => {
  let wasAsked = false;
  const inside = await serve((_request, response) => {
    wasAsked = true;
    response.end('secret');
  });
  const url = await serve((_request, response) => {
    response.writeHead(307, { location: inside.replace('127.0.0.1', '127.0.0.2') }).end();
  });
  const sent = lenient.send({ url, method: 'POST', body: '{}', redirects: 3, ...limits });
  await expect(sent).rejects.toMatchObject({ reason: 'refused' });
  const seen = lenient.send({ url, redirects: 3, ...limits });
  await expect(seen).rejects.toMatchObject({ reason: 'refused' });
  expect(wasAsked).toBe(false);
});

it('follows the allowed number of redirects, without secrets', async () => {
  const end = await serve((request, response) => {
    response.end(`${request.method} ${request.headers.authorization ?? 'nothing'}`);
  });
  const url = await serve((request, response) => {
    const location = request.url === '/again' ? '/again' : end;
    response.writeHead(request.url === '/post' ? 302 : 308, { location }).end();
  });
  const headers = { authorization: 'Bearer secret' };
  const sent = await lenient.send({ url, method: 'POST', headers, redirects: 1, ...limits });
  expect(sent.body.toString()).toBe('POST nothing');
  const again = lenient.send({ url: `${url}/again`, redirects: 3, ...limits });
  await expect(again).rejects.toMatchObject({ reason: 'redirects' });
  const post = { url: `${url}/post`, method: 'POST' as const, redirects: 3, ...limits };
  expect((await lenient.send(post)).status).toBe(302);
  expect((await lenient.send({ url, redirects: 0, ...limits })).status).toBe(308);
});

it('respects the limits on size and time', async () => {
  const url = await serve((request, response) => {
    if (request.url === '/slow') return;
    response.end('x'.repeat(100_000));
  });
  const long = await lenient.send({ url, ...limits });
  expect([long.body.length, long.isCut]).toEqual([1000, true]);
  const slow = lenient.send({ url: `${url}/slow`, timeoutMs: 100, maxBytes: 10 });
  await expect(slow).rejects.toMatchObject({ reason: 'timeout' });
  const stop = AbortSignal.timeout(50);
  const stopped = lenient.send({ url: `${url}/slow`, signal: stop, ...limits });
  await expect(stopped).rejects.toMatchObject({ reason: 'stopped' });
});

it("doesn't read a body that isn't wanted", async () => {
  const url = await serve((_request, response) => {
    response.writeHead(200, { 'content-type': 'video/mp4' });
    const timer = setInterval(() => response.write('x'.repeat(100_000)), 1);
    response.on('close', () => clearInterval(timer));
  });
  const isWanted = ({ headers }: { headers: Record<string, string> }) =>
    headers['content-type'] === 'text/html';
  const reply = await lenient.send({ url, timeoutMs: 5000, maxBytes: 1e9, isWanted });
  expect([reply.status, reply.body.length, reply.isCut]).toEqual([200, 0, false]);
});

it('reports errors of the other side', async () => {
  const closed = await serve(() => {});
  servers.at(-1)?.close();
  await expect(lenient.send({ url: closed, ...limits })).rejects.toThrow('refused the connection');
  const rude = await serve((request) => void request.socket.destroy());
  await expect(lenient.send({ url: rude, ...limits })).rejects.toThrow('closed the connection');
});

it.each(['日本', 'a\nb', 'a\u007fb'])(
  'refuses a header with %j, and then sends others',
  async (token) => {
    const noHosts = createOutbound({
      resolve: (_host, _options, callback) =>
        callback(Object.assign(new Error('No such host'), { code: 'ENOTFOUND' }), []),
    });
    const send = (authorization: string) =>
      noHosts.send({ url: 'https://api.example.com', headers: { authorization }, ...limits });
    await expect(send('secret')).rejects.toMatchObject({ reason: 'unreachable' });
    await expect(send(token)).rejects.toMatchObject({
      reason: 'bad_header',
      message: "The header authorization contains characters that can't be sent. Nothing was sent.",
    });
    await expect(send('secret')).rejects.toMatchObject({ reason: 'unreachable' });
    await noHosts.close();
  },
);

describe('this server itself', () => {
  /** What it is asked, and a client that may reach all of this machine but it. */
  async function open() {
    const asked: string[] = [];
    const url = await serve((request, response) => {
      asked.push(request.url ?? '');
      response.end('secret');
    });
    const port = Number(new URL(url).port);
    const other = await serve((request, response) => {
      if (request.url === '/redirect') response.writeHead(302, { location: url });
      response.end('other');
    });
    const proxy = await serve((request, response) => {
      asked.push(request.url ?? '');
      response.end('secret');
    });
    const client = createOutbound({
      allowed: ['127.0.0.0/8', '::1'],
      own: { publicUrl: `https://taskloom.example.com:${new URL(proxy).port}`, port },
      resolve: (_host, _options, callback) => callback(null, [{ address: '127.0.0.1', family: 4 }]),
    });
    return { asked, port, other, proxy, client };
  }

  it.each([
    '127.0.0.1',
    '127.0.0.2',
    'localhost',
    'LocalHost.',
    'app.localhost',
    '2130706433',
    '0x7f.1',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    'rebound.example.com',
  ])("isn't reached as %s, although the address is allowed", async (host) => {
    const { asked, port, client } = await open();
    const url = `http://${host}:${port}/`;
    await expect(client.send({ url, ...limits })).rejects.toMatchObject({ reason: 'refused' });
    expect(asked).toEqual([]);
    if (host !== 'rebound.example.com' && host !== '127.0.0.2')
      expect(client.check(url)).toBe('Must not be an address of this server');
    await client.close();
  });

  it("isn't reached by a redirect, nor by its public URL, while its neighbours are", async () => {
    const { asked, other, proxy, client } = await open();
    expect((await client.send({ url: other, ...limits })).body.toString()).toBe('other');
    const { port } = new URL(proxy);
    const names = [`http://taskloom.example.com:${port}`, `http://alias.example.com:${port}`];
    for (const url of [`${other}/redirect`, ...names])
      await expect(client.send({ url, redirects: 3, ...limits })).rejects.toMatchObject({
        reason: 'refused',
        message: expect.stringContaining('is this server'),
      });
    expect(asked).toEqual([]);
    await client.close();
  });
});
