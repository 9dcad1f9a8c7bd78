import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MEMBERS_MAX } from '#core/limits.ts';
import { startTestApp, type TestApp } from '../../testing.ts';

let server: TestApp;
let ada: ReturnType<TestApp['as']>;
let org: string;

beforeAll(async () => {
  server = await startTestApp();
  ada = server.as('ada');
  const id = (await ada('GET', '/org')).body.results[0].id;
  org = `/org/${id}`;
  // As many as are allowed, with the one who created the organisation.
  const numbers = sql`generate_series(2, ${MEMBERS_MAX}::int) n`;
  await server.database.db.execute(sql`
    insert into "user" (id, identity_id, email, name, identity_name)
    select 'user_' || n, 'identity_' || n, 'person' || n || '@example.org', 'Person ' || n, 'Person ' || n
    from ${numbers}`);
  await server.database.db.execute(sql`
    insert into org_member (org_id, user_id, role)
    select ${id}::text, 'user_' || n, case when n % 1000 = 0 then 'editor' else 'member' end
    from ${numbers}`);
});
afterAll(() => server.close());

describe('an organisation with as many members as allowed', () => {
  it('lists each of them once, page by page', async () => {
    const seen = new Set<string>();
    let pages = 0;
    for (let cursor: string | null = ''; cursor !== null; pages += 1) {
      const query = new URLSearchParams({ page_limit: '100', ...(cursor && { cursor }) });
      const { status, body } = await ada('GET', `${org}/member?${query}`);
      expect(status).toBe(200);
      for (const { user } of body.results) seen.add(user.id);
      cursor = body.pagination.next_cursor;
    }
    expect([seen.size, pages]).toEqual([MEMBERS_MAX, MEMBERS_MAX / 100]);
  });

  it('finds, filters and changes them', async () => {
    const found = await ada('GET', `${org}/member?q=person4711`);
    expect(found.body.results).toMatchObject([{ user: { name: 'Person 4711' }, role: 'member' }]);
    const editors = await ada('GET', `${org}/member?role=editor&page_limit=100`);
    expect(editors.body.results).toHaveLength(MEMBERS_MAX / 1000);
    const one = `${org}/member/user_4711`;
    expect((await ada('PATCH', one, { role: 'editor' })).body.role).toBe('editor');
  });

  it('takes one more only when somebody has left', async () => {
    const grace = server.as('grace');
    const { email } = (await grace('GET', '/user')).body;
    const invitation = { emails: [email], role: 'member', projects: [], message: '' };
    const { link } = (await ada('POST', `${org}/invitation`, invitation)).body.results[0];
    const token = new URL(link).hash.slice(1).replace(/^token=/, '');
    const refused = await grace('POST', '/invitation/accept', { token });
    expect([refused.status, refused.body.code]).toEqual([409, 'limit_reached']);
    expect((await ada('DELETE', `${org}/member/user_2`)).status).toBe(204);
    expect((await grace('POST', '/invitation/accept', { token })).status).toBe(200);
  });
});
