import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { BoundSecret } from '#domain/access/bound-secret.ts';
import type { DatasourceConfig, TaskTool } from '#generated/model/index.ts';
import {
  type Any,
  call,
  createTask,
  definition,
  orgPath,
  projectPath,
  type Target,
  uniqueName,
  type Who,
} from '../../target.ts';
import { tokenIn } from '../people/people.ts';

const KEY = 'sk-bound-to-its-address-x7Qa';
const HEADER = { name: 'x-team', value: 'team-bound-to-its-address' };
const AWS = { kind: 'bedrock', region: 'eu-west-1', access_key_id: 'AKIAFIRST' };
const S3 = { kind: 's3', endpoint: 'https://s3.invalid:9000/a', bucket: 'handbook' } as const;

/** A secret, the changes that would send it elsewhere, and those that wouldn't. */
interface Kind {
  name: string;
  /** Creates what the secret is for. Returns its path. */
  create: (target: Target) => Promise<string>;
  /** The secret in a request, and its field. */
  secret: object;
  pointer: string;
  /** What the refusal names. */
  entered: string;
  moves: Readonly<Record<string, object>>;
  stays: Readonly<Record<string, object>>;
  /** Whether the new place is asked before anything is saved, and nothing answers there. */
  isAsked?: true;
}

const endpoint =
  (settings: object) =>
  async (target: Target): Promise<string> => {
    const body = { name: uniqueName('Bound'), api_key: KEY, keep_failing: true, ...settings };
    const path = `${orgPath(target)}/model-endpoint-config`;
    const made = await call(target, 'owner', 'POST', path, { body });
    expect(made.status).toBe(201);
    return `${path}/${made.body.endpoint.id}`;
  };

/** A source with credentials, which nothing has been read from. */
const source =
  (config: DatasourceConfig) =>
  async (target: Target): Promise<string> => {
    const collections = `${projectPath(target)}/collection`;
    const made = await call(target, 'owner', 'POST', collections, {
      body: { name: uniqueName('Bound') },
    });
    const id = `datasource_${crypto.randomUUID().replaceAll('-', '')}`;
    await target.stores.datasource.sources.insert({
      ...{ id, org_id: target.orgId, collection_id: made.body.id, name: 'Bound', config },
      ...{ interval: 'manual', is_paused: true, health: 'ok', state: null, connecting: null },
      ...{ credentials: '@sealed' as BoundSecret, credentials_hint: '…mple', error: null },
      ...{ next_sync_at: null, created_by_id: 'user_1', created_by_name: 'Ada', version: 1 },
      created_at: new Date().toISOString(),
    });
    return `${collections}/${made.body.id}/datasource/${id}`;
  };

const at = (base_url: string) => ({ base_url, keep_failing: true });

const KINDS: readonly Kind[] = [
  {
    name: 'the key of an endpoint',
    create: endpoint({ kind: 'compatible', base_url: 'https://a-down.invalid:8443/v1' }),
    secret: { api_key: KEY },
    pointer: '/api_key',
    entered: 'a-down.invalid:8443',
    moves: {
      'another scheme': at('http://a-down.invalid:8443/v1'),
      'another host': at('https://b-down.invalid:8443/v1'),
      'a longer host': at('https://a-down.invalid.b-down.invalid:8443/v1'),
      'another port': at('https://a-down.invalid/v1'),
      'another path': at('https://a-down.invalid:8443/v2'),
      'a path above': at('https://a-down.invalid:8443/'),
    },
    stays: {
      'another name': { name: uniqueName('Renamed') },
      'the same address': at('https://A-down.invalid:8443/v1/'),
      'another limit': { spend_limit: 5_000_000 },
    },
  },
  {
    name: "the values of an endpoint's headers",
    create: endpoint({
      ...{ kind: 'compatible', base_url: 'https://a-down.invalid/v1', headers: [HEADER] },
      api_key: undefined,
    }),
    secret: { headers: [HEADER] },
    pointer: '/headers',
    entered: 'a-down.invalid',
    moves: {
      'another host': at('https://b-down.invalid/v1'),
      'another path': at('https://a-down.invalid/v2'),
    },
    stays: { 'a header in other letters': { headers: [{ name: 'X-Team' }], keep_failing: true } },
  },
  {
    name: 'the key of OpenAI',
    create: endpoint({ kind: 'openai', base_url: 'https://a-down.invalid/v1' }),
    secret: { api_key: KEY },
    pointer: '/api_key',
    entered: 'a-down.invalid',
    moves: { 'another host': at('https://b-down.invalid/v1') },
    stays: { 'another name': { name: uniqueName('Renamed') } },
  },
  {
    name: 'the key of Azure OpenAI',
    create: endpoint({ kind: 'azure', base_url: 'https://a-down.invalid/openai' }),
    secret: { api_key: KEY },
    pointer: '/api_key',
    entered: 'a-down.invalid',
    moves: { 'another host': at('https://b-down.invalid/openai') },
    stays: { 'another version': { api_version: '2026-01-01', keep_failing: true } },
  },
  {
    name: 'the secret access key of Amazon Bedrock',
    create: endpoint({ ...AWS, base_url: 'https://a-down.invalid' }),
    secret: { api_key: KEY },
    pointer: '/api_key',
    entered: 'a-down.invalid',
    moves: {
      'another host': at('https://b-down.invalid'),
      'another region': { region: 'us-east-1', keep_failing: true },
      'another access key': { access_key_id: 'AKIAOTHER', keep_failing: true },
      'from signing to sending it': { access_key_id: null, keep_failing: true },
    },
    stays: { 'another name': { name: uniqueName('Renamed') } },
  },
  {
    name: 'the access key of a bucket',
    create: source(S3),
    secret: { credentials: { access_key_id: 'AKIATEST', secret_access_key: 'x' } },
    pointer: '/credentials',
    entered: 'the bucket handbook at',
    moves: {
      'another scheme': { config: { ...S3, endpoint: 'http://s3.invalid:9000/a' } },
      'another host': { config: { ...S3, endpoint: 'https://other.invalid:9000/a' } },
      'another port': { config: { ...S3, endpoint: 'https://s3.invalid/a' } },
      'another path': { config: { ...S3, endpoint: 'https://s3.invalid:9000/b' } },
      'another bucket': { config: { ...S3, bucket: 'payroll' } },
      'another region': { config: { ...S3, region: 'eu-west-1' } },
      'Amazon S3': { config: { kind: 's3', bucket: 'handbook' } },
    },
    stays: { 'another name': { name: 'Renamed' }, 'another schedule': { interval: 'daily' } },
    isAsked: true,
  },
  {
    name: 'the token of a repository',
    create: source({ kind: 'github', repository: 'acme/handbook' }),
    secret: { credentials: { token: 'ghp_test' } },
    pointer: '/credentials',
    entered: 'acme/handbook',
    moves: { 'another repository': { config: { kind: 'github', repository: 'acme/payroll' } } },
    stays: { 'another name': { name: 'Renamed' } },
    isAsked: true,
  },
];

/** A secret is bound to the place that it was entered for. What is sent where is tested in `tests/attacks/secrets`. */
export function suite(target: () => Target): void {
  describe('a secret that was entered for one place', () => {
    for (const kind of KINDS) {
      const { name, create, secret, pointer, entered, moves, stays } = kind;
      describe(name, () => {
        let path: string;
        beforeAll(async () => {
          path = await create(target());
        });
        const patch = (body: object) => call(target(), 'editor', 'PATCH', path, { body });
        const read = async () => (await call(target(), 'editor', 'GET', path)).body;

        it.each(Object.entries(moves))('is asked for again: %s', async (_, move) => {
          const before = await read();
          const refused = await patch(move);
          expect([refused.status, refused.body.code]).toEqual([400, 'secret_needed']);
          const [error] = refused.body.errors;
          expect(error.pointer).toBe(pointer);
          expect(error.message).toMatch(/^Enter .* again: it was entered for /);
          expect(error.message).toContain(entered);
          expect(await read()).toEqual(before);
        });

        it.each(Object.entries(stays))('stays: %s', async (_, change) => {
          expect((await patch(change)).status).toBe(200);
        });

        it('goes to another place if it is entered again', async () => {
          const [move] = Object.values(moves);
          const { status, body } = await patch({ ...move, ...secret });
          if (kind.isAsked) expect(body.code).not.toBe('secret_needed');
          else expect(status).toBe(200);
        }, 30_000);
      });
    }

    it('is not used to test a data source with another configuration', async () => {
      const path = await source(S3)(target());
      const [collection, datasource_id] = path.split('/datasource/');
      const config = { ...S3, endpoint: 'https://other.invalid' };
      const body = { config, datasource_id };
      const refused = await call(target(), 'editor', 'POST', `${collection}/datasource/test`, {
        body,
      });
      expect([refused.status, refused.body.code]).toEqual([400, 'secret_needed']);
      expect(refused.body.errors[0].pointer).toBe('/credentials');
    });

    it('is asked for with every header that has none', async () => {
      const path = await endpoint({
        ...{ kind: 'compatible', base_url: 'https://a-down.invalid/v1' },
        headers: [HEADER, { name: 'x-other', value: 'another-secret-value' }],
      })(target());
      const headers = [HEADER, { name: 'x-other' }];
      const body = { ...at('https://b-down.invalid/v1'), headers };
      const refused = await call(target(), 'editor', 'PATCH', path, { body });
      expect(refused.body.errors.map((one: Any) => one.pointer)).toEqual([
        '/api_key',
        '/headers/1/value',
      ]);
      const renamed = { headers: [{ name: 'x-renamed' }], keep_failing: true };
      const other = await call(target(), 'editor', 'PATCH', path, { body: renamed });
      expect([other.status, other.body.errors[0].pointer]).toEqual([400, '/headers/0/value']);
    });

    it('can be removed when its endpoint moves', async () => {
      const path = await endpoint({ kind: 'compatible', base_url: 'https://a-down.invalid/v1' })(
        target(),
      );
      const body = { ...at('https://b-down.invalid/v1'), api_key: null };
      const moved = await call(target(), 'editor', 'PATCH', path, { body });
      expect(moved.body.endpoint).toMatchObject({ key: null, base_url: body.base_url });
    });
  });

  describe("a webhook's signing secret", () => {
    const webhooks = () => `${projectPath(target())}/webhook`;
    const create = async () => {
      const body = { name: 'Bound', url: 'https://a.invalid:8443/hook', events: ['run.succeeded'] };
      const made = await call(target(), 'editor', 'POST', webhooks(), { body });
      return { path: `${webhooks()}/${made.body.webhook.id}`, secret: made.body.secret };
    };
    const move = (path: string, url: string) =>
      call(target(), 'editor', 'PATCH', path, { body: { url } });

    it.each([
      'http://a.invalid:8443/hook',
      'https://b.invalid:8443/hook',
      'https://a.invalid/hook',
    ])('is a new one at %s, and the old one ends at once', async (url) => {
      const { path, secret } = await create();
      const options = { body: { overlap_hours: 24 } };
      const rotated = await call(target(), 'editor', 'POST', `${path}/rotate`, options);
      const moved = await move(path, url);
      expect(moved.body).toMatchObject({ url, old_secret_until: null });
      expect(moved.body.new_secret).toMatch(/^whsec_[\w+/=]{32,}$/);
      expect([secret, rotated.body.secret]).not.toContain(moved.body.new_secret);
      const shown = await call(target(), 'editor', 'GET', path);
      expect(shown.body).not.toHaveProperty('new_secret');
    });

    it('stays with another path of the same host', async () => {
      const { path } = await create();
      const moved = await move(path, 'https://A.invalid:8443/other');
      expect(moved.status).toBe(200);
      expect(moved.body).not.toHaveProperty('new_secret');
    });
  });

  describe('tools that call servers', () => {
    const tool = (more: Partial<TaskTool> = {}): TaskTool => ({
      name: 'find_order',
      description: 'Finds an order.',
      parameters: { type: 'object', properties: {} },
      execution: 'webhook',
      url: 'https://orders.invalid/find',
      ...more,
    });
    const save = async (who: Who, path: string, tools: TaskTool[], more: object = {}) => {
      const { etag } = (await call(target(), 'owner', 'GET', `${path}/draft`)).body;
      const body = { definition: { ...definition, tools }, ...more };
      const headers = { 'if-match': etag };
      return call(target(), who, 'PUT', `${path}/draft`, { body, headers });
    };
    const shares: string[] = [];
    afterEach(async () => {
      for (const share of shares.splice(0)) await call(target(), 'owner', 'DELETE', share);
    });
    /** A task that a person who can't edit the project can edit. */
    const shared = async (who: Who, tools: TaskTool[]): Promise<string> => {
      const { path } = await createTask(target(), { definition: { ...definition, tools } });
      const { email } = (await call(target(), who, 'GET', '/user')).body;
      const body = { email, level: 'edit' };
      const made = await call(target(), 'owner', 'POST', `${path}/access`, { body });
      expect(made.status).toBe(201);
      shares.push(`${path}/access/${made.body.share.id}`);
      const { invitation_link } = made.body.share;
      if (invitation_link !== null)
        await call(target(), who, 'POST', '/invitation/accept', {
          body: { token: tokenIn(invitation_link) },
        });
      return path;
    };

    it.each([
      ['another tool', [tool(), tool({ name: 'refund' })], 1],
      ['another URL', [tool({ url: 'https://orders.invalid/refund' })], 0],
      ['another host', [tool({ url: 'https://evil.invalid/find' })], 0],
      ['MCP', [tool({ execution: 'mcp' })], 0],
      ['other parameters', [tool({ parameters: { type: 'object' } })], 0],
    ] as const)('are not changed by a guest: %s', async (_, tools, index) => {
      const path = await shared('outsider', [tool()]);
      const refused = await save('outsider', path, [...tools]);
      expect([refused.status, refused.body.errors?.[0].pointer]).toEqual([
        400,
        `/definition/tools/${index}`,
      ]);
      const { body } = await call(target(), 'owner', 'GET', `${path}/draft`);
      expect(body.definition.tools).toEqual([tool()]);
      expect((await save('editor', path, [...tools])).status).toBe(200);
    });

    it('stay, go, and come back with a revision, also for a guest', async () => {
      const path = await shared('outsider', [tool()]);
      const mock = tool({ name: 'mock', execution: 'mock', url: undefined });
      expect((await save('outsider', path, [mock, tool()])).status).toBe(200);
      expect((await save('outsider', path, [mock])).status).toBe(200);
      expect((await save('outsider', path, [tool()], { base_revision: 1 })).status).toBe(200);
    });
  });
}
