import { describe, expect, it } from 'vitest';
import { API_KEYS_MAX } from '#core/limits.ts';
import { call, type Target, uniqueName, type Who } from '../../target.ts';

/** The user, organisations, projects and the balance. */
export function suite(target: () => Target): void {
  const send = (who: Who, method: string, path: string, body?: unknown) =>
    call(target(), who, method, path, { body });
  const newOrg = async () =>
    (await send('editor', 'POST', '/org', { name: uniqueName('Org') })).body;

  describe('organisations', () => {
    it('start with an owner and a project, exactly once; the free credit went to the first one', async () => {
      const headers = { 'idempotency-key': uniqueName('key') };
      const body = { name: `  ${uniqueName('Once')}  ` };
      const [first, second] = [
        await call(target(), 'editor', 'POST', '/org', { body, headers }),
        await call(target(), 'editor', 'POST', '/org', { body, headers }),
      ];
      expect([first.status, first.body.name, first.body.role]).toEqual([
        201,
        body.name.trim(),
        'owner',
      ]);
      expect(second.body.id).toBe(first.body.id);
      expect(first.headers.get('location')).toBe(`/api/v1/org/${first.body.id}`);
      const path = `/org/${first.body.id}`;
      const projects = await send('editor', 'GET', `${path}/project`);
      expect(projects.body.results).toMatchObject([{ name: 'My first project', role: 'owner' }]);
      const { body: balance } = await send('editor', 'GET', `${path}/balance`);
      expect(balance).toMatchObject({ balance: 0, granted: 0, spent: 0 });
      expect(balance.note).toMatch(/once per person/);
    });

    it('are listed by membership and name', async () => {
      const ids = async (query: string) =>
        (await send('owner', 'GET', `/org?page_limit=100&${query}`)).body.results.map(
          ({ id }: { id: string }) => id,
        );
      const { orgId, shared } = target();
      expect(await ids('')).toEqual(expect.arrayContaining([orgId, shared.orgId]));
      expect(await ids('membership=member')).not.toContain(shared.orgId);
      expect(await ids('membership=shared')).toEqual([shared.orgId]);
      const { name } = (await send('owner', 'GET', `/org/${orgId}`)).body;
      expect(await ids(`q=${encodeURIComponent(name.toUpperCase().slice(2))}`)).toContain(orgId);
      // SQL wildcards are matched literally.
      expect(await ids('q=%25')).toEqual([]);
    });

    it('change only if the version that was read is current, and are deleted with their projects', async () => {
      const { id, etag } = await newOrg();
      const path = `/org/${id}`;
      const rename = (name: string) =>
        call(target(), 'editor', 'PATCH', path, { body: { name }, headers: { 'if-match': etag } });
      const renamed = await rename(uniqueName('Renamed'));
      expect([renamed.status, renamed.headers.get('etag')]).toEqual([200, renamed.body.etag]);
      const late = await rename(uniqueName('Late'));
      expect([late.status, late.body.code]).toEqual([412, 'precondition_failed']);
      const [project] = (await send('editor', 'GET', `${path}/project`)).body.results;
      expect((await send('editor', 'DELETE', path)).status).toBe(204);
      for (const gone of [path, `${path}/project/${project.id}`]) {
        expect((await send('editor', 'GET', gone)).status).toBe(404);
      }
    });
  });

  it('API keys of a project have a limit, also for those created at once', async () => {
    const { id } = await newOrg();
    const [project] = (await send('editor', 'GET', `/org/${id}/project`)).body.results;
    const path = `/org/${id}/project/${project.id}/api-key`;
    const made = await Promise.all(
      Array.from({ length: API_KEYS_MAX + 3 }, () => send('editor', 'POST', path, { name: 'Key' })),
    );
    expect(made.filter(({ status }) => status === 201)).toHaveLength(API_KEYS_MAX);
    const refused = made.filter(({ status }) => status === 409);
    expect(refused).toHaveLength(3);
    expect(refused[0]?.body.code).toBe('limit_reached');
    expect(refused[0]?.body.detail).toMatch(/at most 50 API keys/);
  });

  describe('projects', () => {
    it('have unique names within the organisation, ignoring case', async () => {
      const path = `/org/${(await newOrg()).id}/project`;
      const made = await send('editor', 'POST', path, { name: ' Support ' });
      expect([made.status, made.body.name]).toEqual([201, 'Support']);
      const again = await send('editor', 'POST', path, { name: 'SUPPORT' });
      expect([again.status, again.body.code]).toEqual([409, 'name_taken']);
      expect(again.body.errors[0].pointer).toBe('/name');
      const other = await send('editor', 'POST', path, { name: 'Sales' });
      const taken = await send('editor', 'PATCH', `${path}/${other.body.id}`, { name: 'support' });
      expect([taken.status, taken.body.code]).toEqual([409, 'name_taken']);
      const kept = await send('editor', 'GET', `${path}/${other.body.id}`);
      expect(kept.body).toEqual(other.body);
    });

    it('can be deleted, but not the last one', async () => {
      const path = `/org/${(await newOrg()).id}/project`;
      const [first] = (await send('editor', 'GET', path)).body.results;
      const refused = await send('editor', 'DELETE', `${path}/${first.id}`);
      expect([refused.status, refused.body.code]).toEqual([409, 'last_project']);
      await send('editor', 'POST', path, { name: 'Second' });
      expect((await send('editor', 'DELETE', `${path}/${first.id}`)).status).toBe(204);
      expect((await send('editor', 'GET', `${path}/${first.id}`)).status).toBe(404);
    });

    it('are visible to a guest only if shared', async () => {
      const { shared } = target();
      const path = `/org/${shared.orgId}/project`;
      await send('outsider', 'POST', path, { name: uniqueName('Hidden') });
      const { results } = (await send('owner', 'GET', path)).body;
      expect(results).toMatchObject([{ id: shared.projectId, role: 'editor' }]);
    });
  });

  describe('the signed-in user', () => {
    it('changes only the fields sent', async () => {
      const before = (await send('member', 'GET', '/user')).body;
      const changed = await send('member', 'PATCH', '/user', { bio: 'Hello', name: ' Mo ' });
      expect(changed.body).toEqual({ ...before, bio: 'Hello', name: 'Mo' });
      const blank = await send('member', 'PATCH', '/user', { name: '  ' });
      expect([blank.status, blank.body.errors[0].pointer]).toEqual([400, '/name']);
      const { name, bio } = before;
      expect((await send('member', 'PATCH', '/user', { name, bio })).body).toEqual(before);
    });
  });
}
