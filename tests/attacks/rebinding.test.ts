import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { exchangeCode } from '#domain/datasource/connectors/google-drive/google-oauth.ts';
import { s3 } from '#domain/datasource/connectors/s3.ts';
import { readWebPage } from '#domain/datasource/connectors/website/website.ts';
import { newWebhookSecret } from '#domain/webhook/webhook-secret.ts';
import { createFetchPage } from '#server/features/collection/fetch-page.ts';
import { testContext } from '#server/features/datasource/connectors/testing.ts';
import { createWebhookPost } from '#server/features/webhook/webhook-post.ts';
import { createOutbound, type Outbound } from '#server/platform/outbound/outbound.ts';
import { loadSecrets } from '#server/platform/secrets.ts';

/**
 * DNS rebinding: a name resolves to a permitted address when it is checked, and to one of our network a moment later.
 * Here, 127.0.0.1 is the permitted address and 127.0.0.2 is the internal one, where something listens.
 */
const OUTSIDE = '127.0.0.1';
const INSIDE = '127.0.0.2';
let port: number;
let outbound: Outbound;
const asked: string[] = [];
/** What the name resolves to, lookup by lookup; the last answer is repeated. */
let answers: string[][] = [];
let lookups = 0;

const server = createServer((request, response) => {
  asked.push(`${request.socket.localAddress} ${request.url}`);
  // Every request needs a connection of its own, and so a lookup.
  response.writeHead(200, { connection: 'close', 'content-type': 'text/plain' }).end('secret');
});

beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '0.0.0.0', done));
  port = (server.address() as AddressInfo).port;
});
beforeEach(async () => {
  outbound = createOutbound({
    allowed: [OUTSIDE],
    resolve: (_host, _options, callback) => {
      const answer = answers[Math.min(lookups, answers.length - 1)] ?? [];
      lookups += 1;
      callback(
        null,
        answer.map((address) => ({ address, family: 4 })),
      );
    },
  });
  asked.length = 0;
  lookups = 0;
});
afterEach(() => outbound.close());
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const secrets = loadSecrets('a sufficiently long secret for tests', '');
const url = (path = '/page.txt') => `http://rebind.test:${port}${path}`;

/** Everything that requests an address that somebody entered, or that a service named. */
const CLIENTS: Record<string, () => Promise<unknown>> = {
  'a URL document': () => createFetchPage(outbound, 1000)(url(), null, AbortSignal.timeout(5000)),
  'a website': () => readWebPage(url(), testContext(outbound, { attempts: 1 })),
  'a bucket': () =>
    s3.check(
      {
        endpoint: url(''),
        region: 'r',
        bucket: 'b',
        prefix: '',
        path_style: true,
        include: [],
        exclude: [],
      },
      testContext(outbound, {
        attempts: 1,
        secret: { access_key_id: 'id', secret_access_key: 'key' },
      }),
    ),
  'an OAuth token': () =>
    exchangeCode(
      { client_id: 'i', client_secret: 's', api: url(), authorise: url(), token: url('/token') },
      { code: 'c', verifier: 'v', redirectUri: 'https://taskloom.test/' },
      testContext(outbound, { attempts: 1 }),
    ),
  'a webhook': async () => {
    const { sealed: secret } = newWebhookSecret(secrets, url('/hook'));
    const to = { url: url('/hook'), secret, old_secret: null, old_secret_until: null };
    const sent = await createWebhookPost(outbound, secrets)(
      to as never,
      { id: 'evt', body: '{}' } as never,
      AbortSignal.timeout(5000),
    );
    if (sent.error !== null) throw new Error(sent.error);
  },
};

const names = Object.keys(CLIENTS);
const request = (name: string) => (CLIENTS[name] as () => Promise<unknown>)();

it.each(names)('%s never reaches an internal address, even if the name changes', async (name) => {
  answers = [[OUTSIDE], [INSIDE]];
  // Depending on the client, this fails too: the server isn't what it expects.
  await request(name).catch(() => {});
  const first = asked.length;
  expect(first).toBeGreaterThan(0);
  await expect(request(name)).rejects.toThrow('not a public internet address');
  expect(asked.filter((line) => !line.startsWith(`${OUTSIDE} `))).toEqual([]);
  expect(lookups).toBeGreaterThan(1);
});

it.each(names)('%s is refused if only one of several addresses is internal', async (name) => {
  answers = [[OUTSIDE, INSIDE]];
  await expect(request(name)).rejects.toThrow('not a public internet address');
  expect(asked).toEqual([]);
});

it('the address that was checked is the one that is connected to', async () => {
  // A client that resolved the name again to connect would get the second answer.
  answers = [[OUTSIDE], [INSIDE]];
  const reply = await outbound.send({ url: url(), timeoutMs: 5000, maxBytes: 1000 });
  expect([reply.status, lookups]).toEqual([200, 1]);
  expect(asked).toEqual([`${OUTSIDE} /page.txt`]);
});
