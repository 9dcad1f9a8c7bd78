import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { followIdentities } from '#domain/account/follow-identities.ts';
import { orgMember } from '#domain/org/org.tables.ts';
import { startTestApp, type TestApp } from '../../testing.ts';
import { createBrowser, openConsent, registerApp, thirdPartyApp } from './testing.ts';

let server: TestApp;
let place: { org: string; project: string };
let project: string;
let task: string;
let other: string;

const definition = {
  system_prompt: 'You greet people.',
  user_prompt: 'Greet {name}.',
  variables: [{ name: 'name', type: 'text', required: true }],
  output_format: { type: 'text' },
  parameters: {},
  model_id: 'sandbox/sandbox',
};

async function callableTask(name: string): Promise<string> {
  const ada = server.as('ada');
  const { id } = (await ada('POST', `${project}/task`, { name, definition })).body;
  expect((await ada('POST', `${project}/task/${id}/revision`, { activate: true })).status).toBe(
    201,
  );
  return id;
}

beforeAll(async () => {
  server = await startTestApp();
  const ada = server.as('ada');
  const org = (await ada('GET', '/org')).body.results[0].id;
  place = { org, project: (await ada('GET', `/org/${org}/project`)).body.results[0].id };
  project = `/org/${org}/project/${place.project}`;
  task = await callableTask('Greeting');
  other = await callableTask('Other');
  const { id } = (await server.as('bob')('GET', '/user')).body;
  await server.database.db.insert(orgMember).values({ org_id: org, user_id: id, role: 'member' });
});
afterAll(() => server.close());

/** Calls the API with an access token. */
const using =
  (token: string) => (method: 'GET' | 'POST' | 'DELETE', path: string, payload?: object) =>
    server.call({
      method,
      url: `/api/v1${path}`,
      headers: { authorization: `Bearer ${token}` },
      ...(payload && { payload }),
    });
const run = (token: string, id = task) =>
  using(token)('POST', `${project}/task/${id}/run`, { inputs: { name: 'Eve' } });

describe('a third-party app', () => {
  it('calls a task on behalf of a person who allowed it', async () => {
    const registered = await registerApp(server, place);
    const app = await thirdPartyApp(server, registered);
    const tokens = await app.connect('bob');
    expect(tokens).toMatchObject({ token_type: 'bearer', scope: 'task:run', expires_in: 3600 });
    expect(tokens.access_token).toMatch(/^tla_/);
    const { status, body } = await run(tokens.access_token);
    expect([status, body.status]).toEqual([200, 'succeeded']);
    expect(body).toMatchObject({
      source: 'api',
      caller: { type: 'oauth_client', id: registered.client.id, name: 'Helpdesk' },
    });

    const grants = (await server.as('bob')('GET', '/user/grant')).body.results;
    expect(grants).toMatchObject([{ app: { name: 'Helpdesk' }, scopes: ['task:run'] }]);
    const seen = `${project}/oauth-client/${registered.client.id}/grant`;
    expect((await server.as('ada')('GET', seen)).body.results).toMatchObject([
      { user: { name: 'bob' } },
    ]);
  });

  it('calls a task on its own behalf', async () => {
    const app = await thirdPartyApp(server, await registerApp(server, place));
    const { access_token } = await app.ownToken();
    expect((await run(access_token)).body.caller.type).toBe('oauth_client');
  });

  it('needs no secret in a browser or on a device', async () => {
    const registered = await registerApp(server, place, {
      type: 'public',
      grants: ['authorization_code', 'refresh_token'],
    });
    expect(registered.secret).toBeNull();
    const app = await thirdPartyApp(server, registered);
    const { refresh_token = '' } = await app.connect('ada');
    expect((await run((await app.refresh(refresh_token)).access_token)).status).toBe(200);
  });

  it('counts as a caller before a revision is activated', async () => {
    const registered = await registerApp(server, place, { name: 'Reporting' });
    const app = await thirdPartyApp(server, registered);
    await run((await app.ownToken()).access_token);
    const ada = server.as('ada');
    const renamed = {
      ...definition,
      user_prompt: 'Greet {person}.',
      variables: [{ name: 'person', type: 'text', required: true }],
    };
    const draft = await ada('GET', `${project}/task/${task}/draft`);
    await ada(
      'PUT',
      `${project}/task/${task}/draft`,
      { definition: renamed },
      {
        'if-match': draft.body.etag,
      },
    );
    const saved = await ada('POST', `${project}/task/${task}/revision`, { activate: false });
    const compared = await ada('GET', `${project}/task/${task}/compare?next=${saved.body.number}`);
    expect(JSON.stringify(compared.body)).toContain('Reporting');
  });
});

describe('an access token', () => {
  it('works for its scopes only', async () => {
    const app = await thirdPartyApp(server, await registerApp(server, place));
    const { access_token } = await app.ownToken('task:run');
    const { body } = await run(access_token);
    const refused = await using(access_token)('GET', `${project}/run/${body.id}`);
    expect(refused.status).toBe(403);
    expect(refused.headers['www-authenticate']).toContain(
      'error="insufficient_scope", scope="run:read"',
    );
    const both = await app.ownToken('task:run run:read');
    expect((await using(both.access_token)('GET', `${project}/run/${body.id}`)).status).toBe(200);
    for (const path of [project, `${project}/task`, '/user', `${project}/api-key`]) {
      expect((await using(access_token)('GET', path)).status).toBe(401);
    }
  });

  it('works for the chosen tasks only, and permission tests agree', async () => {
    const app = await thirdPartyApp(server, await registerApp(server, place));
    const scope = 'task:run run:read';
    const foreign = await run((await app.connect('bob', { scope })).access_token, other);
    const resources = { task_ids: [task], collection_ids: [] };
    const { access_token } = await app.connect('bob', { scope, resources });
    const mine = await run(access_token);
    expect(mine.status).toBe(200);
    expect((await run(access_token, other)).status).toBe(404);
    const read = (id: string) => using(access_token)('GET', `${project}/run/${id}`);
    expect((await read(mine.body.id)).status).toBe(200);
    expect((await read(foreign.body.id)).status).toBe(404);
    const test = (id: string) =>
      using(access_token)('POST', `${project}/task/${id}/iam/test`, {
        permissions: ['view', 'edit', 'run'],
      });
    expect((await test(task)).body.permissions).toEqual(['view', 'run']);
    expect((await test(other)).status).toBe(404);
  });

  it('ends when the person revokes what they allowed', async () => {
    const app = await thirdPartyApp(server, await registerApp(server, place));
    const tokens = await app.connect('bob');
    const [grant] = (await server.as('bob')('GET', '/user/grant')).body.results;
    expect((await server.as('ada')('DELETE', `/user/grant/${grant.id}`)).status).toBe(404);
    expect((await run(tokens.access_token)).status).toBe(200);
    expect((await server.as('bob')('DELETE', `/user/grant/${grant.id}`)).status).toBe(204);
    const refused = await run(tokens.access_token);
    expect(refused.status).toBe(401);
    expect(refused.headers['www-authenticate']).toContain('error="invalid_token"');
    await expect(app.refresh(tokens.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    });
  });

  it('ends when the app revokes it, which introspection tells', async () => {
    const app = await thirdPartyApp(server, await registerApp(server, place));
    const { access_token } = await app.ownToken();
    expect(await app.introspect(access_token)).toMatchObject({ active: true, scope: 'task:run' });
    await app.revoke(access_token);
    expect(await app.introspect(access_token)).toEqual({ active: false });
    expect((await run(access_token)).status).toBe(401);
  });

  it('loses what its client may no longer do, and ends with it', async () => {
    const registered = await registerApp(server, place);
    const app = await thirdPartyApp(server, registered);
    const { access_token } = await app.ownToken('task:run run:read');
    const ada = server.as('ada');
    const path = `${project}/oauth-client/${registered.client.id}`;
    const { body } = await run(access_token);
    await ada('PATCH', path, { scopes: ['run:read'] });
    expect((await run(access_token)).status).toBe(403);
    await ada('PATCH', path, { grants: ['authorization_code'] });
    expect((await run(access_token)).status).toBe(401);
    await ada('PATCH', path, { grants: ['client_credentials'] });
    const read = () => using(access_token)('GET', `${project}/run/${body.id}`);
    expect((await read()).status).toBe(200);
    expect((await ada('DELETE', path)).status).toBe(204);
    expect((await read()).status).toBe(401);
  });

  it('ends when its person loses access to the project', async () => {
    const app = await thirdPartyApp(server, await registerApp(server, place));
    const { id } = (await server.as('carol')('GET', '/user')).body;
    const member = { org_id: place.org, user_id: id, role: 'member' } as const;
    await server.database.db.insert(orgMember).values(member);
    const { access_token } = await app.connect('carol');
    expect((await run(access_token)).status).toBe(200);
    await server.database.db.execute(sql`delete from org_member where user_id = ${id}`);
    await server.services.domain.access.announce({ user: id });
    expect((await run(access_token)).status).toBe(404);
  });

  it('ends while its person is deactivated at the identity service', async () => {
    const app = await thirdPartyApp(server, await registerApp(server, place));
    const { access_token, refresh_token = '' } = await app.connect('bob');
    const own = await app.ownToken();
    const { domain } = server.services;
    const setInactive = (...ids: string[]) => {
      const account = { ...domain.account, findInactive: async () => new Set(ids) };
      const { signal } = new AbortController();
      return followIdentities({ ...domain, account }, { now: new Date(), signal });
    };
    expect((await run(access_token)).status).toBe(200);
    await setInactive('identity-bob');
    const refused = await run(access_token);
    expect([refused.status, refused.headers['www-authenticate']]).toEqual([
      401,
      expect.stringContaining('invalid_token'),
    ]);
    await expect(app.refresh(refresh_token)).rejects.toMatchObject({ error: 'invalid_grant' });
    // What the app does on its own behalf goes on.
    expect((await run(own.access_token)).status).toBe(200);
    await setInactive();
    expect((await run(access_token)).status).toBe(200);
    expect((await run((await app.refresh(refresh_token)).access_token)).status).toBe(200);
  });

  it('is stored as a hash, like codes and secrets', async () => {
    const registered = await registerApp(server, place);
    const app = await thirdPartyApp(server, registered);
    const tokens = await app.connect('bob');
    const { rows } = await server.database.db.execute<{ all: string }>(
      sql`select (select string_agg(oauth_token::text, '') from oauth_token) ||
        (select string_agg(oauth_client::text, '') from oauth_client) as all`,
    );
    const stored = rows[0]?.all ?? '';
    expect(stored).toContain(registered.client.id);
    for (const secret of [registered.secret, tokens.access_token, tokens.refresh_token])
      expect(stored).not.toContain(secret);
  });
});

describe('the consent page', () => {
  it('is given the app, its publisher, tasks and scopes, and answers once', async () => {
    const registered = await registerApp(server, place, {
      resources: { task_ids: [task], collection_ids: [] },
    });
    const app = await thirdPartyApp(server, registered);
    const browser = createBrowser(server);
    const page = await browser.go((await app.start()).url);
    expect(page.pathname).toBe('/oauth/consent');
    const path = `/user/oauth-request/${await openConsent(server, 'bob', page)}`;
    const bob = server.as('bob');
    expect((await bob('GET', path)).body).toMatchObject({
      app: { name: 'Helpdesk', publisher: 'Acme' },
      registered_by: { name: 'ada' },
      scopes: ['task:run'],
      tasks: [{ id: task, name: 'Greeting' }],
      collections: [],
      is_limited: true,
      return_to: 'helpdesk.example',
      granted_at: null,
    });
    const beyond = { resources: { task_ids: [other], collection_ids: [] } };
    const refused = await bob('POST', `${path}/accept`, beyond);
    expect([refused.status, refused.body.errors[0].pointer]).toEqual([
      400,
      '/resources/task_ids/0',
    ]);
    // Nothing was lost: the request still waits.
    const accepted = await bob('POST', `${path}/accept`, { resources: null });
    expect(accepted.status).toBe(200);
    expect((await bob('POST', `${path}/cancel`)).status).toBe(404);
  });

  it('returns to the app when the person refuses', async () => {
    const app = await thirdPartyApp(server, await registerApp(server, place));
    const browser = createBrowser(server);
    const started = await app.start();
    const request = await openConsent(server, 'bob', await browser.go(started.url));
    const answer = await server.as('bob')('POST', `/user/oauth-request/${request}/cancel`);
    const back = await browser.go(answer.body.redirect_to);
    expect(back.host).toBe('helpdesk.example');
    await expect(app.finish(back, started)).rejects.toMatchObject({ error: 'access_denied' });
  });

  it('is not for people outside of the project', async () => {
    const app = await thirdPartyApp(server, await registerApp(server, place));
    const browser = createBrowser(server);
    const request = (await browser.go((await app.start()).url)).searchParams.get('request');
    const { status, body } = await server.as('mallory')('POST', '/user/oauth-request', { request });
    expect([status, body.detail]).toEqual([403, expect.stringContaining('Helpdesk')]);
  });
});
