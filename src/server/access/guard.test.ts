import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#core/ids.ts';
import { operations } from '#domain/call.ts';
import { orgMember } from '#domain/org/org.tables.ts';
import { projectMember } from '#domain/project/project.tables.ts';
import { startTestApp, type TestApp } from '../testing.ts';

let server: TestApp;
/** A project that Ada owns. The tests give roles to the other users. */
let at: { org: string; project: string; task: string };

beforeAll(async () => {
  // Each refused token counts, and there are hundreds.
  server = await startTestApp({ RATE_LIMIT_PER_MINUTE: '100000' });
  const ada = server.as('ada');
  const org = (await ada('GET', '/org')).body.results[0].id;
  const project = (await ada('GET', `/org/${org}/project`)).body.results[0].id;
  const task = (await ada('POST', `/org/${org}/project/${project}/task`, { name: 'One' })).body.id;
  at = { org, project, task };
  for (const role of ['editor', 'member'] as const) {
    const { id } = (await server.as(role)('GET', '/user')).body;
    await server.database.db.insert(orgMember).values({ org_id: org, user_id: id, role });
  }
});
afterAll(() => server.close());

const path = () => `/org/${at.org}/project/${at.project}`;

describe('the guard', () => {
  it('rejects every request without a token', async () => {
    for (const { method, path: template, permission } of Object.values(operations)) {
      if (permission === 'public') continue;
      const url = `/api/v1${template.replace(/\{\w+\}/g, 'x')}`;
      const response = await server.call({ method, url, payload: '{' });
      expect(`${template} ${response.status} ${response.body.code}`).toBe(
        `${template} 401 unauthenticated`,
      );
    }
  });

  it.each([
    ['', 'no token'],
    ['Bearer ', 'an empty one'],
    ['Bearer nonsense', 'not a JWT'],
    ['Basic dXNlcjpwYXNz', 'another scheme'],
    ['Bearer tlk_unknown', 'an unknown API key'],
  ])('rejects %j', async (authorization) => {
    const response = await server.call({ url: '/api/v1/user', headers: { authorization } });
    expect(response.status).toBe(401);
    expect(response.headers['www-authenticate']).toContain('Bearer');
  });

  it("doesn't accept a cookie instead of a token", async () => {
    const response = await server.call({ url: '/api/v1/user', headers: { cookie: 'session=ada' } });
    expect(response.status).toBe(401);
  });

  it('reports that the identity service is unreachable instead of signing people out', async () => {
    const response = await server.as('down')('GET', '/user');
    expect([response.status, response.body.code]).toEqual([503, 'identity_unavailable']);
  });

  it('responds to outsiders with 404, whether or not the resource exists', async () => {
    const eve = server.as('eve');
    for (const url of [
      `/org/${at.org}`,
      path(),
      `${path()}/task`,
      `${path()}/task/${at.task}`,
      `/org/${newId('org')}`,
      '/org/%00',
      "/org/'%20or%201=1",
    ]) {
      const { status, body } = await eve('GET', url);
      expect([url, status, body.code]).toEqual([url, 404, 'not_found']);
    }
    expect((await eve('DELETE', `/org/${at.org}`)).status).toBe(404);
  });

  it('finds a project only in its own organisation, and a task only in its own project', async () => {
    const eve = server.as('eve');
    const own = (await eve('GET', '/org')).body.results[0].id;
    const ownProject = (await eve('GET', `/org/${own}/project`)).body.results[0].id;
    expect((await eve('GET', `/org/${own}/project/${at.project}`)).status).toBe(404);
    const foreign = `/org/${own}/project/${ownProject}/task/${at.task}`;
    expect((await eve('GET', foreign)).status).toBe(404);
    expect((await eve('PATCH', foreign, { name: 'Mine' })).status).toBe(404);
    expect((await eve('DELETE', foreign)).status).toBe(404);
    const test = `/org/${own}/project/${ownProject}/task/${at.task}/iam/test`;
    expect((await eve('POST', test, { permissions: ['view'] })).status).toBe(404);
  });

  it.each([
    ['member', 403, 403, 403, 403],
    ['editor', 200, 201, 200, 403],
    ['ada', 200, 201, 200, 204],
  ])('gives %s the permissions in the table', async (name, edit, create, editTask, remove) => {
    const call = server.as(name);
    expect((await call('GET', path())).status).toBe(200);
    expect((await call('PATCH', `/org/${at.org}`, {})).status).toBe(edit);
    const project = await call('POST', `/org/${at.org}/project`, { name: `Of ${name}` });
    expect(project.status).toBe(create);
    expect((await call('PATCH', `${path()}/task/${at.task}`, {})).status).toBe(editTask);
    const id = project.body.id ?? at.project;
    expect((await call('DELETE', `/org/${at.org}/project/${id}`)).status).toBe(remove);
  });

  it('finds nothing under ids that the database could not even compare', async () => {
    const ada = server.as('ada');
    expect((await ada('GET', '/org/%00')).status).toBe(404);
    expect((await ada('DELETE', '/user/grant/%00')).status).toBe(404);
    expect((await ada('GET', '/user/oauth-request/a%00b')).status).toBe(404);
  });

  it('limits a project role to its project', async () => {
    const guest = server.as('guest');
    const { id } = (await guest('GET', '/user')).body;
    await server.database.db
      .insert(projectMember)
      .values({ project_id: at.project, user_id: id, role: 'editor' });
    const { body } = await guest('GET', path());
    expect(body).toMatchObject({ id: at.project, role: 'editor' });
    expect((await guest('PATCH', path(), {})).status).toBe(200);
    expect((await guest('PATCH', `/org/${at.org}`, {})).status).toBe(403);
    const shared = await guest('GET', '/org?membership=shared');
    expect(shared.body.results).toMatchObject([{ id: at.org, role: null }]);
    const own = await guest('GET', '/org?membership=member');
    expect(own.body.results.map((org: { id: string }) => org.id)).not.toContain(at.org);
  });

  it('applies changes immediately', async () => {
    const call = server.as('ada');
    const { body } = await call('POST', '/org', { name: 'Short-lived' });
    expect((await call('GET', `/org/${body.id}`)).status).toBe(200);
    expect((await call('DELETE', `/org/${body.id}`)).status).toBe(204);
    expect((await call('GET', `/org/${body.id}`)).status).toBe(404);
  });
});

describe('permission tests', () => {
  const all = ['create_project', 'edit', 'add_owner', 'view_members'];

  it.each([
    ['ada', all],
    ['editor', ['create_project', 'edit', 'view_members']],
    ['member', ['view_members']],
  ])('agree with the guard for %s', async (name, expected) => {
    const { body } = await server.as(name)('POST', `/org/${at.org}/iam/test`, { permissions: all });
    expect(body).toEqual({ permissions: expected, id: at.org, level: 'organization' });
  });

  it('work on projects and tasks', async () => {
    const member = server.as('member');
    const project = await member('POST', `${path()}/iam/test`, {
      permissions: ['create_task', 'run_task'],
    });
    expect(project.body).toEqual({ permissions: ['run_task'], id: at.project, level: 'project' });
    const task = await member('POST', `${path()}/task/${at.task}/iam/test`, {
      permissions: ['view', 'edit', 'run'],
    });
    expect(task.body).toEqual({ permissions: ['view', 'run'], id: at.task, level: 'task' });
  });

  it('reject unknown permissions and resources', async () => {
    const ada = server.as('ada');
    const bad = await ada('POST', `/org/${at.org}/iam/test`, { permissions: ['fly'] });
    expect(bad.body.errors[0].pointer).toBe('/permissions/0');
    // Also where the same ID was found before, as a task's.
    expect((await ada('GET', `${path()}/task/${at.task}`)).status).toBe(200);
    for (const type of ['chat', 'collection', 'workflow']) {
      const test = `${path()}/${type}/${at.task}/iam/test`;
      expect((await ada('POST', test, { permissions: ['view'] })).status).toBe(404);
    }
  });
});
