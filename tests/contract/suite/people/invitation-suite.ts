import { beforeAll, describe, expect, it } from 'vitest';
import { INVITATIONS_PER_DAY } from '#core/limits.ts';
import type { Target, Who } from '../../target.ts';
import { type NewOrg, newOrg, sender, tokenIn } from './people.ts';

/** Invitations, from the dialog that creates them to whoever follows their links. */
export function suite(target: () => Target): void {
  const send = sender(target);
  const act = (who: Who, what: 'view' | 'accept' | 'decline', link: string) =>
    send(who, 'POST', `/invitation/${what}`, { token: tokenIn(link) });

  describe('invitations', () => {
    let org: NewOrg;
    let outsider: string;
    const open = async () => (await send('owner', 'GET', `${org.path}/invitation`)).body.results;

    beforeAll(async () => {
      org = await newOrg(target);
      outsider = (await org.personOf('outsider')).email;
      await org.join('editor', { role: 'editor' });
      await org.join('member', { role: 'member' });
    });

    it('have a result for each of many addresses', async () => {
      const { email: member } = await org.personOf('member');
      const emails = [
        'grace@example.com',
        '  Grace@Example.com ',
        'grace+lists@example.com',
        'jürgen@example.com',
        'not an address',
        member.toUpperCase(),
      ];
      const { status, body } = await org.invite(emails, { role: 'member', message: ' Welcome! ' });
      expect(status).toBe(200);
      expect(
        body.results.map((one: { email: string; status: string }) => [one.email, one.status]),
      ).toEqual([
        ['grace@example.com', 'invited'],
        ['grace+lists@example.com', 'invited'],
        ['jürgen@example.com', 'invited'],
        ['not an address', 'invalid'],
        [member.toUpperCase(), 'already_member'],
      ]);
      expect(body.results[3]).toMatchObject({ invitation: null, link: null });
      expect(body.results[0].invitation).toMatchObject({ message: 'Welcome!', status: 'pending' });
      const again = await org.invite(['GRACE@example.com'], { role: 'member' });
      expect(again.body.results).toMatchObject([{ status: 'already_invited', link: null }]);
      expect(again.body.results[0].invitation.id).toBe(body.results[0].invitation.id);
      expect(JSON.stringify(await open())).not.toContain('token');
      const found = await send('owner', 'GET', `${org.path}/invitation?q=LISTS`);
      expect(found.body.results).toMatchObject([{ email: 'grace+lists@example.com' }]);
    });

    it('compare addresses by composed characters', async () => {
      const { body } = await org.invite(['ju\u0308rgen@example.com'], { role: 'member' });
      expect(body.results).toMatchObject([{ status: 'already_invited' }]);
    });

    it('grant only what the inviter may grant', async () => {
      const by = async (who: Who, roles: object) =>
        (await org.invite(['x@example.com'], roles, who)).status;
      expect(await by('member', { role: 'member' })).toBe(403);
      expect(await by('editor', { role: 'owner' })).toBe(403);
      expect(await by('editor', { projects: org.projects('owner') })).toBe(403);
      expect(await by('outsider', { role: 'member' })).toBe(404);
      const { body } = await org.invite(['x@example.com'], { role: 'editor' }, 'editor');
      const path = `${org.path}/invitation/${body.results[0].invitation.id}`;
      expect((await send('editor', 'PATCH', path, { role: 'owner' })).status).toBe(403);
      expect((await send('owner', 'PATCH', path, { role: 'owner' })).body.role).toBe('owner');
      expect((await send('editor', 'PATCH', path, { role: 'member' })).status).toBe(403);
      expect((await send('owner', 'DELETE', path)).status).toBe(204);
      expect((await send('owner', 'DELETE', path)).status).toBe(404);
    });

    it('lead somewhere', async () => {
      const pointer = async (roles: object) => {
        const { status, body } = await org.invite(['y@example.com'], roles);
        expect(status).toBe(400);
        return body.errors[0].pointer;
      };
      expect(await pointer({})).toBe('/projects');
      const unknown = [{ project_id: target().projectId, role: 'member' }];
      expect(await pointer({ projects: unknown })).toBe('/projects/0/project_id');
      const twice = [...org.projects('member'), ...org.projects('editor')];
      expect(await pointer({ projects: twice })).toBe('/projects/1/project_id');
      const lower = { role: 'editor', projects: org.projects('member') };
      expect(await pointer(lower)).toBe('/projects/0/role');
    });

    it('are viewed by anyone with the link, and accepted by the invited person once', async () => {
      const invited = await org.invite([outsider.toUpperCase()], {
        role: 'member',
        projects: org.projects('editor'),
      });
      const { link } = invited.body.results[0];
      const view = await act('anonymous', 'view', link);
      expect(view.body).toMatchObject({
        org_name: org.name,
        role: 'member',
        projects: [{ name: 'My first project', role: 'editor' }],
      });
      for (const what of ['accept', 'decline'] as const) {
        expect((await act('anonymous', what, link)).status).toBe(401);
        const other = await act('editor', what, link);
        expect([other.status, other.body.code]).toEqual([403, 'wrong_account']);
        expect(other.body.detail).toContain(outsider.toUpperCase());
      }
      const accepted = await act('outsider', 'accept', link);
      expect(accepted.body.org_id).toBe(org.id);
      expect((await send('outsider', 'GET', org.path)).body.role).toBe('member');
      expect((await send('outsider', 'GET', org.projectPath)).body.role).toBe('editor');
      for (const what of ['view', 'accept', 'decline'] as const) {
        const replayed = await act('outsider', what, link);
        expect([replayed.status, replayed.body.code]).toEqual([410, 'invitation_ended']);
        expect(replayed.body.detail).toContain('already been accepted');
      }
      expect((await send('outsider', 'DELETE', `${org.path}/membership`)).status).toBe(204);
    });

    it('never lower a role', async () => {
      const { email } = await org.personOf('editor');
      const { body } = await org.invite([email], { role: 'member' });
      expect(body.results).toMatchObject([{ status: 'already_member' }]);
      const higher = await org.invite([email], { role: 'owner' });
      expect(higher.body.results).toMatchObject([{ status: 'invited' }]);
      expect((await act('editor', 'accept', higher.body.results[0].link)).status).toBe(200);
      expect((await send('editor', 'GET', org.path)).body.role).toBe('owner');
      const { id } = await org.personOf('editor');
      await send('owner', 'PATCH', `${org.path}/member/${id}`, { role: 'editor' });
    });

    it.each(['cancelled', 'declined'] as const)('no longer work once they are %s', async (how) => {
      const invited = await org.invite([outsider], { role: 'member' });
      const { link, invitation } = invited.body.results[0];
      const path = `${org.path}/invitation/${invitation.id}`;
      const ended = await (how === 'declined'
        ? act('outsider', 'decline', link)
        : send('owner', 'DELETE', path));
      expect(ended.status).toBe(204);
      const late = await act('outsider', 'accept', link);
      expect([late.status, late.body.code]).toEqual([410, 'invitation_ended']);
      expect(late.body.detail).toContain(how);
      expect((await send('outsider', 'GET', org.path)).status).toBe(404);
      expect((await send('owner', 'POST', `${path}/link`)).status).toBe(404);
    });

    it.each(['x', 'aW52aXRhdGlvbg', `${'A'.repeat(900)}`, '💥'])(
      'are not forged: %s',
      async (token) => {
        for (const what of ['view', 'accept', 'decline']) {
          const { status, body } = await send('outsider', 'POST', `/invitation/${what}`, { token });
          expect([status, body.code]).toEqual([404, 'not_found']);
        }
      },
    );

    it('have a link that can be shown again, and are not sent too often', async () => {
      const invited = await org.invite([outsider], { role: 'member' });
      const { link, invitation } = invited.body.results[0];
      const path = `${org.path}/invitation/${invitation.id}`;
      const shown = await send('editor', 'POST', `${path}/link`);
      expect((await act('anonymous', 'view', shown.body.link)).status).toBe(200);
      const resent = await send('owner', 'POST', `${path}/resend`);
      expect(resent.status).toBe(200);
      expect((await act('anonymous', 'view', resent.body.link)).status).toBe(200);
      const { expires_at } = invitation;
      expect(resent.body.invitation.expires_at >= expires_at).toBe(true);
      const soon = await send('owner', 'POST', `${path}/resend`);
      expect([soon.status, soon.body.code]).toEqual([429, 'rate_limited']);
      expect(Number(soon.headers.get('retry-after'))).toBeGreaterThan(0);
      // The one that was sent first still works.
      expect((await act('outsider', 'accept', link)).status).toBe(200);
      await send('outsider', 'DELETE', `${org.path}/membership`);
    });

    it('are sent by guests who may invite to their project, and show them nothing else', async () => {
      const own = await newOrg(target);
      await own.join('editor', { projects: own.projects('editor') });
      await own.join('member', { projects: own.projects('member') });
      const path = `${own.projectPath}/invitation`;
      const invite = (who: Who, email: string, role = 'member') =>
        send(who, 'POST', path, { emails: [email], role, message: ' Hello ' });
      expect((await send('editor', 'GET', `${own.path}/invitation`)).status).toBe(403);
      for (const role of ['member', 'editor'])
        expect((await invite('member', 'x@example.com', role)).status).toBe(403);
      expect((await invite('outsider', 'x@example.com')).status).toBe(404);
      expect((await invite('editor', 'x@example.com', 'owner')).status).toBe(403);
      const { email: member } = await own.personOf('member');
      const many = await send('editor', 'POST', path, {
        emails: [outsider, 'nobody', member, outsider.toUpperCase()],
        role: 'editor',
      });
      expect(many.body.results).toMatchObject([
        { status: 'invited', reason: null, invitation: { role: 'editor', leads_elsewhere: false } },
        { status: 'invalid', link: null },
        { status: 'invited', invitation: { email: member } },
      ]);
      expect((await invite('editor', outsider)).body.results).toMatchObject([
        { status: 'already_invited', invitation: { email: outsider } },
      ]);
      const [{ invitation, link }, , second] = many.body.results;
      const one = `${path}/${invitation.id}`;
      expect((await send('editor', 'DELETE', `${path}/${second.invitation.id}`)).status).toBe(204);
      expect((await act('member', 'accept', second.link)).status).toBe(410);
      expect((await send('editor', 'PATCH', one, { role: 'owner' })).status).toBe(403);
      expect((await send('editor', 'PATCH', one, { role: 'member' })).status).toBe(403);
      expect((await send('owner', 'PATCH', one, { role: 'member' })).body.role).toBe('member');
      expect((await send('editor', 'POST', `${one}/resend`)).status).toBe(200);
      expect((await send('editor', 'POST', `${one}/resend`)).status).toBe(429);
      expect((await send('member', 'POST', `${one}/link`)).status).toBe(403);
      expect((await send('editor', 'POST', `${one}/link`)).body.link).toBeTruthy();
      const listed = await send('editor', 'GET', path);
      expect(listed.body.results).toMatchObject([{ id: invitation.id, role: 'member' }]);
      expect((await act('outsider', 'accept', link)).body.project_id).toBe(own.projectId);
      expect((await send('outsider', 'GET', own.projectPath)).body.role).toBe('member');
      expect((await send('outsider', 'GET', `${own.path}/invitation`)).status).toBe(403);
      await send('outsider', 'DELETE', `${own.projectPath}/membership`);
    });

    it('to the organisation get a project added, without telling its editors the rest', async () => {
      const own = await newOrg(target);
      await own.join('editor', { projects: own.projects('owner') });
      const path = `${own.projectPath}/invitation`;
      const invited = await own.invite([outsider], { role: 'member' });
      const before = invited.body.results[0];
      const body = { emails: [outsider], role: 'member' };
      const covered = await send('editor', 'POST', path, body);
      expect(covered.body.results).toMatchObject([{ status: 'already_invited', invitation: null }]);
      const added = await send('editor', 'POST', path, { ...body, role: 'editor' });
      expect(added.body.results).toMatchObject([
        { status: 'invited', invitation: { id: before.invitation.id, leads_elsewhere: true } },
      ]);
      expect(added.body.results[0].invitation).not.toHaveProperty('projects');
      expect(added.body.results[0].invitation.expires_at).toBe(before.invitation.expires_at);
      const one = `${path}/${before.invitation.id}`;
      for (const what of ['resend', 'link']) {
        const refused = await send('editor', 'POST', `${one}/${what}`);
        expect([refused.status, refused.body.detail]).toEqual([
          403,
          expect.stringContaining('elsewhere'),
        ]);
      }
      expect((await send('owner', 'POST', `${one}/link`)).status).toBe(200);
      expect((await send('editor', 'PATCH', one, { role: 'owner' })).body.role).toBe('owner');
      expect((await send('editor', 'DELETE', one)).status).toBe(204);
      expect((await send('editor', 'DELETE', one)).status).toBe(404);
      const view = await act('anonymous', 'view', before.link);
      expect(view.body).toMatchObject({ role: 'member', projects: [] });
      await send('owner', 'DELETE', `${own.path}/invitation/${before.invitation.id}`);
    });

    it('end with their organisation', async () => {
      const other = await newOrg(target);
      const invited = await other.invite([outsider], { role: 'member' });
      const { link } = invited.body.results[0];
      expect((await send('owner', 'DELETE', other.path)).status).toBe(204);
      expect((await act('outsider', 'accept', link)).body.code).toBe('invitation_ended');
    });

    it('are accepted once, however many try at the same time', async () => {
      const invited = await org.invite([outsider], { role: 'member' });
      const { link } = invited.body.results[0];
      const all = await Promise.all([1, 2, 3, 4].map(() => act('outsider', 'accept', link)));
      expect(all.map(({ status }) => status).sort()).toEqual([200, 410, 410, 410]);
      await send('outsider', 'DELETE', `${org.path}/membership`);
    });

    it('are limited per day', async () => {
      const other = await newOrg(target);
      const counts: Record<string, number> = {};
      for (let batch = 0; batch <= INVITATIONS_PER_DAY / 100; batch += 1) {
        const emails = Array.from({ length: 100 }, (_, at) => `p${batch}-${at}@example.com`);
        const { body } = await other.invite(emails, { role: 'member' });
        for (const { status } of body.results) counts[status] = (counts[status] ?? 0) + 1;
      }
      expect(counts).toEqual({ invited: INVITATIONS_PER_DAY, limit_reached: 100 });
    });
  });
}
