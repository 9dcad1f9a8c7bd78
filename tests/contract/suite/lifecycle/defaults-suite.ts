import { beforeAll, describe, expect, it } from 'vitest';
import { type Any, call, definition, type Target } from '../../target.ts';
import { type NewOrg, newOrg, sender } from '../people/people.ts';

const [OURS, THEIRS] = ['https://shop.example.com', 'https://other.example.com'];

/** What projects inherit from their organisation. */
export function suite(target: () => Target): void {
  const send = sender(target);

  describe('defaults', () => {
    let org: NewOrg;
    beforeAll(async () => {
      org = await newOrg(target);
    });

    const change = async (path: string, body: object, etag?: string): Promise<Any> =>
      call(target(), 'owner', 'PATCH', path, {
        body,
        headers: etag === undefined ? {} : { 'if-match': etag },
      });

    it('are unset at first, and change only what is sent, if nobody else changed it', async () => {
      const before = (await send('owner', 'GET', org.path)).body;
      const unset = { default_model_id: null, run_retention_days: null };
      expect(before).toMatchObject({ ...unset, allowed_origins: [] });
      expect((await send('owner', 'GET', org.projectPath)).body).toMatchObject({
        ...unset,
        allowed_origins: null,
      });
      const set = await change(org.path, { run_retention_days: 90 }, before.etag);
      expect(set.body).toMatchObject({ name: before.name, run_retention_days: 90 });
      const late = await change(org.path, { run_retention_days: 7 }, before.etag);
      expect(late.status).toBe(412);
      const project = await change(org.projectPath, { run_retention_days: 30 });
      expect(project.body).toMatchObject({ run_retention_days: 30, allowed_origins: null });
    });

    it.each([
      [{ default_model_id: 'nobody/nothing' }, '/default_model_id'],
      [{ run_retention_days: 0 }, '/run_retention_days'],
      [{ run_retention_days: 3651 }, '/run_retention_days'],
      [{ allowed_origins: ['https://ok.example.com', 'https://*.x.com'] }, '/allowed_origins/1'],
      [{ allowed_origins: ['http://shop.example.com'] }, '/allowed_origins/0'],
      [{ allowed_origins: ['https://shop.example.com/'] }, '/allowed_origins/0'],
      [{ allowed_origins: [OURS, OURS] }, '/allowed_origins'],
    ])('refuse %j', async (body, pointer) => {
      for (const path of [org.path, org.projectPath]) {
        const refused = await change(path, body);
        expect([refused.status, refused.body.errors[0].pointer]).toEqual([400, pointer]);
      }
    });

    it('choose the model of new tasks', async () => {
      const modelOf = async (name: string) => {
        const { body } = await send('owner', 'POST', `${org.projectPath}/task`, { name });
        return body.model_id;
      };
      await change(org.path, { default_model_id: 'sandbox/sandbox' });
      expect(await modelOf('Inherits')).toBe('sandbox/sandbox');
    });

    it('say which websites may call tasks and show widgets', async () => {
      const { projectPath } = org;
      const task = (
        await send('owner', 'POST', `${projectPath}/task`, { name: 'Called', definition })
      ).body;
      await send('owner', 'POST', `${projectPath}/task/${task.id}/revision`, { activate: true });
      const { key } = (await send('owner', 'POST', `${projectPath}/api-key`, { name: 'Page' }))
        .body;
      const path = `${projectPath}/task/${task.id}/run`;
      const allowed = async (origin: string) => {
        const preflight = await fetch(`${target().baseUrl}${path}`, {
          method: 'OPTIONS',
          headers: { origin, 'access-control-request-method': 'POST' },
        });
        const run = await call(target(), { bearer: key }, 'POST', path, {
          body: { inputs: { review: 'Good.' } },
          headers: { origin },
        });
        expect(run.status).toBe(200);
        return [preflight, run].map(({ headers }) => headers.get('access-control-allow-origin'));
      };
      const config = { type: 'model' };
      const widget = (await send('owner', 'POST', `${projectPath}/widget`, { name: 'W', config }))
        .body;
      const shows = async (origin: string) =>
        (
          await call(target(), 'anonymous', 'GET', `/widget/${widget.key}`, {
            headers: { origin },
          })
        ).status;
      expect([await shows(OURS), await shows(THEIRS)]).toEqual([403, 403]);
      await change(org.path, { allowed_origins: [OURS] });
      expect([await shows(OURS), await shows(THEIRS)]).toEqual([200, 403]);
      expect(await allowed(OURS)).toEqual([OURS, OURS]);
      expect(await allowed(THEIRS)).toEqual([null, null]);
      // The project's own list replaces the organisation's, even an empty one.
      await change(projectPath, { allowed_origins: [] });
      expect(await shows(OURS)).toBe(403);
    });
  });
}
