import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '#core/ids.ts';
import { type Any, call, definition, type Target, uniqueName, type Who } from '../../target.ts';
import { type NewOrg, newOrg, sender, tokenIn } from './people.ts';

/** What people leave behind when they are removed or leave, and that they don't come back by it. */
export function suite(target: () => Target): void {
  const send = sender(target);

  async function must(who: Who, method: string, path: string, body?: unknown): Promise<Any> {
    const { status, body: made } = await send(who, method, path, body);
    expect(status, `${method} ${path}: ${JSON.stringify(made)}`).toBeLessThan(300);
    return made;
  }

  /** One thing of each kind by which people or programs come in. */
  async function makeAll(who: Who, { id, projectId, projectPath }: NewOrg) {
    const task = await must(who, 'POST', `${projectPath}/task`, {
      name: uniqueName('Task'),
      definition,
    });
    const chat = await must(who, 'POST', `${projectPath}/chat`, { config: { type: 'model' } });
    const key = await must(who, 'POST', `${projectPath}/api-key`, { name: 'CI' });
    const app = await must(who, 'POST', `${projectPath}/oauth-client`, {
      name: 'Notes',
      publisher: 'Notes Inc.',
      type: 'public',
      grants: ['authorization_code'],
      scopes: ['task:run'],
      redirect_uris: ['https://notes.example/callback'],
    });
    const { id: user_id } = await must(who, 'GET', '/user');
    const grant = {
      id: newId('grant'),
      ...{ client_id: app.client.id, org_id: id, project_id: projectId, user_id },
      ...{ scopes: ['task:run' as const], resources: null, last_used_at: null },
      created_at: new Date().toISOString(),
    };
    await target().stores.oauth.grants.insert(grant);
    const widget = await must(who, 'POST', `${projectPath}/widget`, {
      name: 'Help',
      config: { type: 'model' },
      origins: ['https://site.example'],
    });
    const email = `guest-${crypto.randomUUID()}@other.example`;
    const invited = await must(who, 'POST', `${projectPath}/invitation`, {
      emails: [email],
      role: 'member',
    });
    const access = await must(who, 'POST', `${projectPath}/task/${task.id}/access-link`, {
      level: 'view',
      expires_at: null,
    });
    const link = await must(who, 'POST', `${projectPath}/chat/${chat.id}/link`, {
      expires_at: null,
    });
    const webhook = await must(who, 'POST', `${projectPath}/webhook`, {
      name: 'Events',
      url: 'https://hooks.example/taskloom',
      events: ['run.succeeded'],
      all_tasks: true,
    });
    return {
      ...{ task, chat, key, app, grant, widget, email, access, webhook },
      invitation: invited.results[0].invitation,
      shared: `/shared-chat/${new URL(link.url).pathname.split('/').at(-1)}`,
      chatLink: link.link,
    };
  }

  const asKey = ({ key }: { key: string }, projectPath: string) =>
    call(target(), { bearer: key }, 'POST', `${projectPath}/iam/test`, {
      body: { permissions: ['run_task'] },
    });
  const preview = (who: Who, at: string, ...user_ids: string[]) =>
    send(who, 'POST', `${at}/removal`, { user_ids });
  const kindsOf = ({ body }: { body: Any }) =>
    Object.fromEntries(
      body.ends.map(({ kind, count }: { kind: string; count: number }) => [kind, count]),
    );

  describe('what people leave behind', () => {
    let org: NewOrg;
    let member: string;
    beforeAll(async () => {
      org = await newOrg(target);
    });
    beforeEach(async () => {
      member = (await org.join('member', { role: 'editor' })).id;
    });
    afterEach(() => send('owner', 'DELETE', `${org.path}/member/${member}`));
    const remove = (keep?: object) =>
      send('owner', 'PATCH', `${org.path}/member`, {
        user_ids: [member],
        role: null,
        ...(keep && { keep }),
      });
    const byKey = ({ key }: Any) => asKey(key, org.projectPath);
    const keyOf = async ({ widget }: Any) =>
      (await send('owner', 'GET', `${org.projectPath}/widget/${widget.id}`)).body.key;

    it('is listed before, with names, places and last use', async () => {
      const made = await makeAll('member', org);
      expect((await byKey(made)).status).toBe(200);
      const { status, body } = await preview('owner', org.path, member);
      expect(status).toBe(200);
      const items = (kind: string) =>
        [...body.ends, ...body.stays].find((one: Any) => one.kind === kind)?.items;
      const project = { id: org.projectId, name: 'My first project' };
      expect(items('api_key')).toMatchObject([
        { id: made.key.api_key.id, name: 'CI', detail: made.key.api_key.prefix, project },
      ]);
      expect(items('oauth_client')).toMatchObject([{ name: 'Notes', user_id: member }]);
      expect(items('oauth_grant')).toMatchObject([{ name: 'Notes', last_used_at: null }]);
      expect(items('widget_key')).toMatchObject([{ name: 'Help', project }]);
      expect(items('invitation')).toMatchObject([{ name: made.email }]);
      expect(items('access_link')).toMatchObject([{ name: made.task.name, project }]);
      // Whoever may remove people may not read the titles of all chats.
      expect(items('chat_link')).toMatchObject([{ name: null, project }]);
      expect(items('webhook')).toMatchObject([
        { name: 'Events', detail: 'https://hooks.example/taskloom', last_used_at: null },
      ]);
      const counted = body.stays.filter(({ items }: Any) => items.length === 0);
      expect(counted.map(({ kind, count }: Any) => [kind, count])).toEqual([
        ['task', 1],
        ['chat', 1],
      ]);
      expect(
        (await preview('owner', org.path, (await org.personOf('owner')).id)).body.ends,
      ).toEqual([]);
    });

    it('is shown to those who may remove them, and to themselves', async () => {
      const owner = await org.personOf('owner');
      expect((await preview('member', org.path, member)).status).toBe(200);
      expect((await preview('member', org.path, owner.id)).status).toBe(403);
      expect((await preview('outsider', org.path, member)).status).toBe(404);
      const unknown = await preview('owner', org.path, member, 'user_none');
      expect([unknown.status, unknown.body.errors[0].pointer]).toEqual([400, '/user_ids/1']);
    });

    it('ends with their access, each thing with an entry in the audit log', async () => {
      const made = await makeAll('member', org);
      await must('outsider', 'POST', '/access-link/open', { token: tokenIn(made.access.url) });
      expect((await send('anonymous', 'GET', made.shared)).status).toBe(200);
      const removed = await send('owner', 'DELETE', `${org.path}/member/${member}`);
      expect(removed.status).toBe(204);

      expect((await byKey(made)).status).toBe(401);
      expect((await send('anonymous', 'GET', made.shared)).status).toBe(404);
      const task = `${org.projectPath}/task/${made.task.id}`;
      expect((await send('outsider', 'GET', task)).status).toBe(404);
      expect(await keyOf(made)).not.toBe(made.widget.key);
      expect((await send('owner', 'GET', task)).status).toBe(200);
      const webhook = `${org.projectPath}/webhook/${made.webhook.webhook.id}`;
      expect((await send('owner', 'GET', webhook)).status).toBe(200);
      expect((await send('owner', 'GET', `${org.path}/invitation`)).body.results).toEqual([]);
      const { stores } = target();
      expect(await stores.oauth.grants.find({ id: made.grant.id })).toBeUndefined();
      expect(await stores.oauth.clients.find({ id: made.app.client.id })).toBeUndefined();

      const { body } = await send('owner', 'GET', `${org.path}/audit?action=removeOrgMember`);
      const requestId = removed.headers.get('x-request-id');
      const entries = body.results.filter(({ request_id }: Any) => request_id === requestId);
      // Of this removal and of others before, since widgets stay.
      const types = [...new Set(entries.map(({ target: { type } }: Any) => type))].sort();
      expect(types).toEqual([
        ...['access_link', 'api_key', 'chat', 'invitation', 'member'],
        ...['oauth_client', 'oauth_grant', 'share', 'widget'],
      ]);
    });

    it('has an entry each, however many there are', async () => {
      for (let at = 0; at < 25; at += 1)
        await must('member', 'POST', `${org.projectPath}/api-key`, { name: `Key ${at}` });
      expect((await remove()).status).toBe(204);
      const path = `${org.path}/audit?action=updateOrgMembers&target_type=api_key&page_limit=100`;
      const { results } = (await send('owner', 'GET', path)).body;
      expect(new Set(results.map(({ target: { name } }: Any) => name)).size).toBe(25);
    });

    it('stays where the remover says so', async () => {
      const made = await makeAll('member', org);
      const second = await must('member', 'POST', `${org.projectPath}/api-key`, { name: 'Two' });
      const keep = { kinds: ['widget_key', 'chat_link'], ids: [made.key.api_key.id] };
      expect((await remove(keep)).status).toBe(204);
      expect((await byKey(made)).status).toBe(200);
      expect((await byKey({ key: second })).status).toBe(401);
      expect(await keyOf(made)).toBe(made.widget.key);
      expect((await send('anonymous', 'GET', made.shared)).status).toBe(200);
      expect((await send('owner', 'GET', `${org.path}/invitation`)).body.results).toEqual([]);
      const wrong = await remove({ kinds: ['task'] });
      expect(wrong.status).toBe(400);
    });

    it('does not end when they may not be removed', async () => {
      const made = await makeAll('owner', org);
      const { id } = await org.personOf('owner');
      expect((await send('owner', 'DELETE', `${org.path}/member/${id}`)).status).toBe(409);
      expect((await send('member', 'DELETE', `${org.path}/member/${id}`)).status).toBe(403);
      expect((await send('owner', 'DELETE', `${org.path}/membership`)).status).toBe(409);
      expect((await byKey(made)).status).toBe(200);
    });

    it('ends when they leave', async () => {
      const made = await makeAll('member', org);
      expect((await send('member', 'DELETE', `${org.path}/membership`)).status).toBe(204);
      expect((await byKey(made)).status).toBe(401);
      expect((await send('anonymous', 'GET', made.shared)).status).toBe(404);
    });

    it('of guests ends in the project that they lose, and only there', async () => {
      const other = await must('owner', 'POST', `${org.path}/project`, { name: 'Other' });
      const both = [org.projectId, other.id].map((project_id) => ({ project_id, role: 'editor' }));
      const guest = (await org.join('outsider', { projects: both })).id;
      const made = await makeAll('outsider', org);
      const there = await must('outsider', 'POST', `${org.path}/project/${other.id}/api-key`, {
        name: 'Other',
      });
      const ends = kindsOf(await preview('owner', org.projectPath, guest));
      expect(ends).toEqual({
        ...{ api_key: 1, oauth_client: 1, oauth_grant: 1, widget_key: 1 },
        ...{ invitation: 1, access_link: 1, chat_link: 1 },
      });
      expect((await send('owner', 'DELETE', `${org.projectPath}/member/${guest}`)).status).toBe(
        204,
      );
      expect((await byKey(made)).status).toBe(401);
      const path = `${org.path}/project/${other.id}`;
      expect((await asKey(there, path)).status).toBe(200);
      expect((await send('outsider', 'DELETE', `${path}/membership`)).status).toBe(204);
      expect((await asKey(there, path)).status).toBe(401);
    });

    it('of members stays when they lose a role of their own in a project, because they keep access', async () => {
      const inProject = `${org.projectPath}/member/${member}`;
      await must('owner', 'PATCH', inProject, { role: 'owner' });
      const made = await makeAll('member', org);
      expect((await preview('owner', org.projectPath, member)).body).toEqual({
        ends: [],
        stays: [],
      });
      expect((await send('owner', 'DELETE', inProject)).status).toBe(204);
      expect((await byKey(made)).status).toBe(200);
    });
  });

  describe('people who were removed', () => {
    let org: NewOrg;
    let guest: { id: string; email: string };
    const removeGuest = () => send('owner', 'DELETE', `${org.path}/member/${guest.id}`);
    const accept = (link: string) =>
      send('outsider', 'POST', '/invitation/accept', { token: tokenIn(link) });

    beforeAll(async () => {
      org = await newOrg(target);
    });
    beforeEach(async () => {
      guest = await org.join('outsider', { role: 'member' });
    });
    afterEach(removeGuest);

    it('do not come back by an invitation or a link from before, only by new ones', async () => {
      const [local, domain] = guest.email.split('@');
      const emails = [`${local}+two@${domain}`, guest.email.toUpperCase()];
      const before = await org.invite(emails, { role: 'editor' });
      expect(before.body.results.map(({ status }: Any) => status)).toEqual(['invited', 'invited']);
      const task = (
        await must('owner', 'POST', `${org.projectPath}/task`, { name: 'Shared', definition })
      ).id;
      const link = () =>
        must('owner', 'POST', `${org.projectPath}/task/${task}/access-link`, {
          level: 'view',
          expires_at: null,
        });
      const open = (url: string) =>
        send('outsider', 'POST', '/access-link/open', { token: tokenIn(url) });
      const old = await link();
      expect((await removeGuest()).status).toBe(204);

      expect((await send('owner', 'GET', `${org.path}/invitation`)).body.results).toEqual([]);
      const accepted = await accept(before.body.results[1].link);
      expect([accepted.status, accepted.body.code]).toEqual([410, 'invitation_ended']);
      const opened = await open(old.url);
      expect([opened.status, opened.body.code]).toEqual([404, 'not_found']);
      expect((await open((await link()).url)).status).toBe(200);
      await org.join('outsider', { role: 'member' });
      expect((await open(old.url)).status).toBe(200);
    });

    it('do not come back with an invitation to another address of the same account', async () => {
      const { body } = await org.invite([guest.email], { role: 'editor' });
      const { id } = body.results[0].invitation;
      await removeGuest();
      // As if it had been to the address that they have now, and not to the one that they had.
      const { invitations } = target().stores.invitation;
      await invitations.change({ id }, { status: 'open', ended_at: null });
      const accepted = await accept(body.results[0].link);
      await invitations.delete({ id });
      expect([accepted.status, accepted.body.code]).toEqual([410, 'invitation_ended']);
    });

    it('do not join by their email domain, also with another account for the same mailbox', async () => {
      const domain = guest.email.split('@')[1] ?? '';
      await target().stores.capture.domains.delete({ domain });
      const made = await must('owner', 'POST', `${org.path}/domain`, { domain });
      const verified_at = new Date().toISOString();
      await target().stores.capture.domains.change({ id: made.id }, { verified_at });
      const joinable = async () =>
        (await send('outsider', 'GET', '/user/joinable-org')).body.results.length;
      await removeGuest();
      expect(await joinable()).toBe(0);
      // The account that was removed is gone, and this one is new.
      const { removals } = target().stores.capture;
      await removals.change({ user_id: guest.id }, { user_id: newId('user') });
      expect(await joinable()).toBe(0);
      const joined = await send('outsider', 'POST', `/user/joinable-org/${org.id}/join`);
      expect(joined.status).toBe(404);
      await removals.change({ org_id: org.id }, { mailbox: 'of somebody else' });
      expect(await joinable()).toBe(1);
      // Guests of a project come back as little as members.
      await org.join('outsider', { projects: org.projects('member') });
      const inProject = `${org.projectPath}/member/${guest.id}`;
      expect((await send('owner', 'DELETE', inProject)).status).toBe(204);
      expect(await joinable()).toBe(0);
      await send('owner', 'DELETE', `${org.path}/domain/${made.id}`);
    });
  });
}
