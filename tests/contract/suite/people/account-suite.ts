import { describe, expect, it } from 'vitest';
import { type Any, call, type Target } from '../../target.ts';
import { newOrg, sender } from './people.ts';

/** Deleting one's account, as far as it can be undone, and downloading one's data. */
export function suite(target: () => Target): void {
  const send = sender(target);
  const preview = async (who: 'outsider' | 'member' = 'outsider') =>
    (await send(who, 'GET', '/user/deletion')).body;

  describe('the deletion of an account', () => {
    it('names what goes with it', async () => {
      const { body: org } = await send('outsider', 'POST', '/org', { name: 'Alone Ltd' });
      const before = await preview();
      expect(before).toMatchObject({ delete_at: null, sign_in_stays: expect.any(Boolean) });
      expect(before.orgs).toContainEqual({ id: org.id, name: 'Alone Ltd', people: 0 });
      await send('outsider', 'DELETE', `/org/${org.id}`);
      expect((await preview()).orgs.map((one: Any) => one.id)).not.toContain(org.id);
    });

    it('needs the own email, and exactly the organisations that nobody else owns', async () => {
      const { email } = (await send('outsider', 'GET', '/user')).body;
      const { orgs } = await preview();
      const org_ids = orgs.map(({ id }: Any) => id);
      const attempt = async (body: object) => {
        const { status, body: problem } = await send('outsider', 'POST', '/user/deletion', body);
        return [status, problem.errors?.[0].pointer];
      };
      expect(await attempt({ email: 'ada@example.com', org_ids })).toEqual([400, '/email']);
      expect(await attempt({ email, org_ids: [] })).toEqual([400, '/org_ids']);
      const others = [...org_ids, target().orgId];
      expect(await attempt({ email, org_ids: others })).toEqual([
        400,
        `/org_ids/${org_ids.length}`,
      ]);
      expect((await preview()).delete_at).toBeNull();
      expect((await send('outsider', 'GET', '/user')).body.delete_at).toBeNull();
    });

    it('does nothing when cancelled without being scheduled', async () => {
      expect((await send('outsider', 'DELETE', '/user/deletion')).status).toBe(204);
      expect((await send('anonymous', 'DELETE', '/user/deletion')).status).toBe(401);
    });
  });

  describe('the download of one’s data', () => {
    it('is an archive with what belongs to the person, and nothing of others', async () => {
      const org = await newOrg(target);
      const { email } = await org.join('member', { role: 'member' });
      const mine = await call(target(), 'member', 'GET', '/user/export');
      expect(mine.status).toBe(200);
      expect(mine.headers.get('content-type')).toBe('application/zip');
      expect(mine.headers.get('content-disposition')).toContain('taskloom-data.zip');
      const text = String(mine.body);
      for (const name of ['README.txt', 'profile.json', 'runs.jsonl', 'messages.jsonl'])
        expect(text).toContain(name);
      expect(text).toContain(email);
      expect(text).toContain(org.id);
      const { email: other } = (await send('owner', 'GET', '/user')).body;
      expect(text).not.toContain(other);
      expect(text).not.toMatch(/"(hash|old_hash)"/);
      expect((await call(target(), 'anonymous', 'GET', '/user/export')).status).toBe(401);
    });
  });
}
