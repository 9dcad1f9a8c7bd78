import { Resolver } from 'node:dns/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Target } from '../../target.ts';
import { type NewOrg, newOrg, sender } from './people.ts';

/** Email domains: whose people may join an organisation by themselves. */
export function suite(target: () => Target): void {
  const send = sender(target);

  describe('email domains', () => {
    /** What the server's name servers answer. Those of the mocks have every record. */
    const records = new Map<string, string>();
    let org: NewOrg;
    let own: string;
    const add = (body: object) => send('owner', 'POST', `${org.path}/domain`, body);
    const verify = (id: string) => send('owner', 'POST', `${org.path}/domain/${id}/verify`);
    const joinable = async () => {
      const { body } = await send('outsider', 'GET', '/user/joinable-org');
      return body.results.map((one: { org_id: string }) => one.org_id);
    };
    const join = () => send('outsider', 'POST', `/user/joinable-org/${org.id}/join`);

    beforeAll(async () => {
      vi.spyOn(Resolver.prototype, 'resolveTxt').mockImplementation(async (name) => {
        const value = records.get(name);
        if (value === undefined) throw Object.assign(new Error('none'), { code: 'ENODATA' });
        // Long texts come in parts.
        return [['v=spf1 -all'], [value.slice(0, 9), value.slice(9)]];
      });
      org = await newOrg(target);
      const { email } = await org.personOf('outsider');
      own = email.split('@')[1] ?? '';
    });
    afterAll(() => void vi.restoreAllMocks());

    it('are refused if nobody or anybody has addresses of them', async () => {
      for (const domain of ['gmail.com', 'GMX.de', 'example', '127.0.0.1', 'a b.example', '*.x.io'])
        expect((await add({ domain })).status).toBe(400);
      expect((await add({ domain: 'acme.example', role: 'owner' })).status).toBe(400);
      expect((await send('outsider', 'GET', `${org.path}/domain`)).status).toBe(404);
    });

    it('are listed as they are compared, each once', async () => {
      const made = await add({ domain: ' @Bücher.EXAMPLE ' });
      expect(made.body).toMatchObject({
        domain: 'xn--bcher-kva.example',
        record_name: '_taskloom.xn--bcher-kva.example',
        verified_at: null,
        role: 'member',
      });
      expect((await add({ domain: 'xn--bcher-kva.example' })).status).toBe(409);
      const path = `${org.path}/domain/${made.body.id}`;
      expect((await send('owner', 'PATCH', path, { role: 'editor' })).body.role).toBe('editor');
      expect((await send('owner', 'DELETE', path)).status).toBe(204);
      expect((await send('owner', 'DELETE', path)).status).toBe(404);
    });

    it('let their people join once the record is found, and only then', async () => {
      const { body: domain } = await add({ domain: own });
      expect(await joinable()).not.toContain(org.id);
      expect((await join()).status).toBe(404);
      if (target().name === 'server') {
        const missing = await verify(domain.id);
        expect(missing.body).toMatchObject({ last_check: 'missing', verified_at: null });
        expect((await join()).status).toBe(404);
        records.set(domain.record_name, domain.record_value);
        await new Promise((resolve) => setTimeout(resolve, 2000));
      }
      const found = await verify(domain.id);
      expect(found.body).toMatchObject({ last_check: 'found' });
      expect(found.body.verified_at).not.toBeNull();
      expect(await joinable()).toContain(org.id);
      expect((await send('outsider', 'GET', org.path)).status).toBe(404);
      expect((await join()).body.org_id).toBe(org.id);
      expect((await send('outsider', 'GET', org.path)).body.role).toBe('member');
      expect(await joinable()).not.toContain(org.id);
      expect((await join()).status).toBe(404);
    });

    it('let their people ask, who are approved or declined', async () => {
      const [domain] = (await send('owner', 'GET', `${org.path}/domain`)).body.results;
      const path = `${org.path}/domain/${domain.id}`;
      await send('outsider', 'DELETE', `${org.path}/membership`);
      const projects = org.projects('editor');
      const nothing = await send('owner', 'PATCH', path, { role: 'guest' });
      expect([nothing.status, nothing.body.errors[0].pointer]).toEqual([400, '/projects']);
      const elsewhere = [{ project_id: target().projectId, role: 'member' }];
      expect((await send('owner', 'PATCH', path, { projects: elsewhere })).status).toBe(400);
      const chosen = { joining: 'request', role: 'guest', projects };
      expect((await send('owner', 'PATCH', path, chosen)).body).toMatchObject({
        joining: 'request',
        role: 'guest',
        projects: [{ id: org.projectId, role: 'editor' }],
      });
      const asking = `/user/joinable-org/${org.id}/request`;
      const requests = `${org.path}/join-request`;
      expect((await join()).status).toBe(404);
      expect((await send('outsider', 'DELETE', asking)).status).toBe(404);
      const asked = await send('outsider', 'POST', asking);
      expect(asked.body).toMatchObject({
        joining: 'request',
        projects: [{ role: 'editor' }],
        request: { status: 'open', ask_again_at: null },
      });
      expect((await send('outsider', 'POST', asking)).body).toEqual(asked.body);
      const inbox = await send('owner', 'GET', '/user/notification');
      expect(inbox.body.results[0]).toMatchObject({
        kind: 'join',
        title: expect.stringContaining(`asks to join ${org.name}`),
      });
      expect((await send('outsider', 'GET', requests)).status).toBe(404);
      expect((await send('outsider', 'DELETE', asking)).status).toBe(204);
      expect((await send('owner', 'GET', requests)).body.results).toEqual([]);

      await send('outsider', 'POST', asking);
      const [first] = (await send('owner', 'GET', requests)).body.results;
      expect((await send('outsider', 'POST', `${requests}/${first.id}/approve`, {})).status).toBe(
        404,
      );
      expect((await send('owner', 'POST', `${requests}/${first.id}/decline`)).status).toBe(204);
      expect((await send('owner', 'POST', `${requests}/${first.id}/approve`, {})).status).toBe(404);
      const told = await send('outsider', 'GET', '/user/notification');
      expect(told.body.results[0].title).toBe(`Your request to join ${org.name} was declined`);
      expect((await send('outsider', 'POST', asking)).status).toBe(409);
      const seen = await send('outsider', 'GET', '/user/joinable-org');
      expect(seen.body.results[0].request).toMatchObject({ status: 'declined' });
      expect(seen.body.results[0].request.ask_again_at).not.toBeNull();

      // The domain of an organisation that is asked anew has no refusals.
      await send('owner', 'DELETE', path);
      const again = (await add({ domain: own, ...chosen })).body;
      records.set(again.record_name, again.record_value);
      await verify(again.id);
      await send('outsider', 'POST', asking);
      const [second] = (await send('owner', 'GET', requests)).body.results;
      expect(second).toMatchObject({ role: 'guest', domain: again.domain });
      const approve = `${requests}/${second.id}/approve`;
      const both = await Promise.all([
        send('owner', 'POST', approve, {}),
        send('owner', 'POST', approve, {}),
      ]);
      expect(both.map(({ status }) => status).sort()).toEqual([204, 404]);
      expect((await send('outsider', 'GET', org.projectPath)).body.role).toBe('editor');
      expect((await send('outsider', 'GET', org.path)).body.role).toBeNull();
      expect(await joinable()).not.toContain(org.id);
      const added = await send('outsider', 'GET', '/user/notification');
      expect(added.body.results[0].title).toBe(`You were added to ${org.name} as a guest`);
      await send('outsider', 'DELETE', `${org.projectPath}/membership`);
      await send('owner', 'PATCH', `${org.path}/domain/${again.id}`, {
        joining: 'open',
        role: 'member',
        projects: [],
      });
      expect((await join()).status).toBe(200);
    });

    it('belong to one organisation', async () => {
      const other = await newOrg(target);
      const { body } = await send('owner', 'POST', `${other.path}/domain`, { domain: own });
      records.set(body.record_name, body.record_value);
      const path = `${other.path}/domain/${body.id}`;
      expect((await send('owner', 'POST', `${path}/verify`)).status).toBe(409);
      expect((await send('owner', 'GET', `${other.path}/domain`)).body.results).toMatchObject([
        { verified_at: null },
      ]);
    });

    it('let those come back who left, but not those who were removed, unless they are invited', async () => {
      expect((await send('outsider', 'DELETE', `${org.path}/membership`)).status).toBe(204);
      expect((await send('outsider', 'GET', org.path)).status).toBe(404);
      expect((await join()).status).toBe(200);
      const { id } = await org.personOf('outsider');
      expect((await send('owner', 'DELETE', `${org.path}/member/${id}`)).status).toBe(204);
      expect(await joinable()).not.toContain(org.id);
      expect((await join()).status).toBe(404);
      await org.join('outsider', { role: 'member' });
      await send('outsider', 'DELETE', `${org.path}/membership`);
      expect(await joinable()).toContain(org.id);
    });
  });
}
