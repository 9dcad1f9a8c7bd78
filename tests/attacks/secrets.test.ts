import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#server/testing.ts';
import { S3_KEYS, s3Config, startS3 } from '../support/sources/s3-server.ts';
import { type SourceServer, sendJson, serveSource } from '../support/sources/serve.ts';

/**
 * An editor changes where a secret of somebody else's is sent: to a server that only they can read. Each secret was
 * entered for server A; B must never receive it, however the change is made.
 */
let app: TestApp;
let a: SourceServer;
let b: SourceServer;
let org: string;
let project: string;
let collection: string;

const KEY = 'sk-marked-7d0c41';
const VALUE = 'marked-header-91bb20';
const TOKEN = 'Bearer marked-token-c3';
const MARKED = /marked|AKIATEST/;
const editor = (method: 'GET' | 'POST' | 'PUT' | 'PATCH', path: string, body?: object) =>
  app.as('ada')(method, path, body);

beforeAll(async () => {
  [a, b] = (await Promise.all(
    [0, 1].map(() => serveSource((_, response) => sendJson(response, 200, { data: [] }))),
  )) as [SourceServer, SourceServer];
  app = await startTestApp({ OUTBOUND_ALLOW: '127.0.0.1', RATE_LIMIT_PER_MINUTE: '100000' });
  org = `/org/${(await editor('GET', '/org')).body.results[0].id}`;
  project = `${org}/project/${(await editor('GET', `${org}/project`)).body.results[0].id}`;
  const made = await editor('POST', `${project}/collection`, { name: 'Handbook' });
  collection = `${project}/collection/${made.body.id}`;
});
beforeEach(() => {
  a.requests.length = 0;
  b.requests.length = 0;
});
afterAll(async () => {
  await app.close();
  await Promise.all([a.close(), b.close()]);
});

const receivedBy = ({ requests }: SourceServer) =>
  requests.map(({ headers, url, body }) => JSON.stringify([headers, url.href, body])).join('\n');

const endpointAt = async (settings: object) => {
  const body = {
    ...{ name: `Endpoint ${crypto.randomUUID()}`, keep_failing: true, api_key: KEY },
    headers: [{ name: 'x-team', value: VALUE }],
    ...settings,
  };
  const path = `${org}/model-endpoint-config`;
  return `${path}/${(await editor('POST', path, body)).body.endpoint.id}`;
};

const ENDPOINTS: Record<string, { kind: string; path: string; more?: object }> = {
  'an OpenAI-compatible endpoint': { kind: 'compatible', path: '/v1' },
  OpenAI: { kind: 'openai', path: '/v1' },
  Anthropic: { kind: 'anthropic', path: '/v1' },
  'Azure OpenAI': { kind: 'azure', path: '/openai' },
  'Amazon Bedrock': { kind: 'bedrock', path: '', more: { region: 'eu-west-1' } },
};

describe.each(Object.entries(ENDPOINTS))('the key of %s', (_, { kind, path: folder, more }) => {
  const keep_failing = true;
  /** Asks the endpoint for an answer, as a run does. */
  async function use(path: string) {
    const id = path.slice(path.lastIndexOf('/') + 1);
    await editor('PATCH', `${path}/model`, { models: [{ name: 'm', type: 'chat' }] });
    return editor('POST', `${org}/model-endpoint/${id}/test`, { checks: ['list', 'answer'] });
  }

  it('is sent to its server, and to no other without being entered again', async () => {
    const path = await endpointAt({ kind, base_url: a.url + folder, ...more });
    await use(path);
    expect(receivedBy(a)).toContain(KEY);
    expect(receivedBy(a)).toContain(VALUE);
    const base_url = b.url + folder;
    const refused = await editor('PATCH', path, { base_url, keep_failing });
    expect([refused.status, refused.body.code]).toEqual([400, 'secret_needed']);
    await use(path);
    expect(receivedBy(b)).toBe('');
    const moved = await editor('PATCH', path, {
      ...{ base_url, keep_failing, api_key: 'another-key' },
      headers: [{ name: 'x-team', value: 'another-value' }],
    });
    expect(moved.status).toBe(200);
    await use(path);
    expect(receivedBy(b)).toContain('another-key');
    expect(receivedBy(b)).not.toMatch(MARKED);
  });

  it('stays unsent if something else changed the address', async () => {
    const path = await endpointAt({ kind, base_url: a.url + folder, ...more });
    const id = path.slice(path.lastIndexOf('/') + 1);
    const { endpoints } = app.services.domain.stores.endpoint;
    await endpoints.change({ id }, { base_url: b.url + folder, connection: 99 });
    const { body } = await use(path);
    expect(body.checks[0].status).toBe('failed');
    expect(receivedBy(b)).toBe('');
  });
});

describe('the access key of a bucket', () => {
  it('is used for its endpoint only, also in tests', async () => {
    const bucket = await startS3();
    try {
      const config = s3Config(bucket);
      const made = await editor('POST', `${collection}/datasource`, {
        ...{ name: 'Bucket', config, credentials: S3_KEYS, interval: 'manual' },
      });
      expect(made.status).toBe(201);
      const path = `${collection}/datasource/${made.body.id}`;
      const moved = { ...config, endpoint: b.url };
      const tested = await editor('POST', `${collection}/datasource/test`, {
        config: moved,
        datasource_id: made.body.id,
      });
      const changed = await editor('PATCH', path, { config: moved });
      for (const refused of [tested, changed])
        expect([refused.status, refused.body.code]).toEqual([400, 'secret_needed']);
      const { sources } = app.services.domain.stores.datasource;
      await sources.change({ id: made.body.id }, { config: moved as never });
      expect((await editor('GET', `${path}/file`)).status).toBe(500);
      expect(receivedBy(b)).toBe('');
    } finally {
      await bucket.close();
    }
  });
});

describe('the credential of a tool server', () => {
  it('is sent to its path, and to no other', async () => {
    const kept = { url: `${a.url}/mcp`, authorization: TOKEN };
    await editor('PUT', `${project}/tool/credential`, kept);
    const ask = (url: string) => editor('POST', `${project}/tool/mcp`, { url });
    await ask(`${a.url}/mcp`);
    await ask(`${a.url}/mcp/orders`);
    expect(a.requests.map(({ headers }) => headers.authorization)).toEqual([TOKEN, TOKEN]);
    a.requests.length = 0;
    for (const url of [
      `${b.url}/mcp`,
      `${a.url}/`,
      `${a.url}/mcpx`,
      `${a.url}/admin`,
      `${a.url}/mcp/../admin`,
      `${a.url}/mcp/%2e%2e/admin`,
      `${a.url}/mcp/..%2fadmin`,
      `${a.url}/mcp/..;/admin`,
    ])
      await ask(url);
    expect(a.requests).toHaveLength(7);
    expect(receivedBy(a)).not.toMatch(MARKED);
    expect(receivedBy(b)).not.toMatch(MARKED);
  });
});

describe('the signing secret of a webhook', () => {
  it('signs nothing that its old receiver would accept, once it goes elsewhere', async () => {
    const body = { name: 'Hook', url: `${a.url}/hook`, events: ['run.succeeded'] };
    const made = await editor('POST', `${project}/webhook`, body);
    const path = `${project}/webhook/${made.body.webhook.id}`;
    await editor('POST', `${path}/test`);
    expect(isSigned(a, made.body.secret)).toBe(true);
    const moved = await editor('PATCH', path, { url: `${b.url}/hook` });
    await editor('POST', `${path}/test`);
    expect(isSigned(b, made.body.secret)).toBe(false);
    expect(isSigned(b, moved.body.new_secret)).toBe(true);
  });
});

/** Whether a server's last request is signed with a secret, as Standard Webhooks says. */
function isSigned({ requests }: SourceServer, secret: string): boolean {
  const last = requests.at(-1);
  if (!last) return false;
  const { headers, body } = last;
  const text = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const signature = createHmac('sha256', key).update(text).digest('base64');
  return String(headers['webhook-signature']).split(' ').includes(`v1,${signature}`);
}
