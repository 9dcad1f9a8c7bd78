import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DETAIL } from '#domain/details.ts';
import { startTestApp, type TestApp } from '../../testing.ts';

let server: TestApp;
let ada: ReturnType<TestApp['as']>;
let org: string;

beforeAll(async () => {
  server = await startTestApp();
  ada = server.as('ada');
  org = (await ada('GET', '/org')).body.results[0].id;
});
afterAll(() => server.close());

interface Page {
  results: { name: string }[];
  pagination: { has_next: boolean; next_cursor: string | null };
}

/** Every page of a list, by its cursors. */
async function pages(path: string): Promise<string[][]> {
  const all: string[][] = [];
  let next: string | null = path;
  while (next !== null) {
    const page: Page = (await ada('GET', next)).body;
    all.push(page.results.map((row) => row.name));
    const { has_next, next_cursor }: Page['pagination'] = page.pagination;
    expect(has_next).toBe(next_cursor !== null);
    next = next_cursor && `${path}&cursor=${next_cursor}`;
  }
  return all;
}

describe('organisations', () => {
  it('are created with a project and credit, and listed page by page', async () => {
    const own = server.as('pager');
    for (const name of ['B', 'C', 'D']) {
      const { status, headers, body } = await own('POST', '/org', { name });
      expect([status, headers.location]).toEqual([201, `/api/v1/org/${body.id}`]);
    }
    const first = (await own('GET', '/org?page_limit=2')).body;
    const second = (await own('GET', `/org?page_limit=2&cursor=${first.pagination.next_cursor}`))
      .body;
    const names = [...first.results, ...second.results].map((o: { name: string }) => o.name);
    expect(names).toEqual(["pager's organisation", 'B', 'C', 'D']);
    expect(second.pagination).toEqual({ has_next: false, next_cursor: null });
    const { id } = first.results[1];
    const projects = await own('GET', `/org/${id}/project`);
    expect(projects.body.results).toMatchObject([{ name: 'My first project', org_id: id }]);
  });

  it('are searched by words, without wildcards', async () => {
    await ada('POST', '/org', { name: '100% _pure' });
    const found = async (q: string) =>
      (await ada('GET', `/org?q=${encodeURIComponent(q)}`)).body.results.length;
    expect(await found('100%')).toBe(1);
    expect(await found('_PURE')).toBe(1);
    expect(await found('1%e')).toBe(0);
    expect(await found('\\')).toBe(0);
    expect(await found('  ')).toBeGreaterThan(1);
  });

  it.each([
    'nonsense',
    'e30',
    'bnVsbA',
    'eyJpZCI6N30',
    Buffer.from('{"id":"a\\u0000"}').toString('base64url'),
  ])('reject the cursor %s', async (cursor) => {
    const { status, body } = await ada('GET', `/org?cursor=${cursor}`);
    expect([status, body.code]).toEqual([400, 'invalid_cursor']);
    expect(body.errors[0].pointer).toBe('/query/cursor');
  });

  it('are deleted with everything in them', async () => {
    const { id } = (await ada('POST', '/org', { name: 'Gone' })).body;
    const project = (await ada('GET', `/org/${id}/project`)).body.results[0].id;
    await ada('POST', `/org/${id}/project/${project}/task`, { name: 'T' });
    await ada('POST', `/org/${id}/project/${project}/api-key`, { name: 'K' });
    expect((await ada('DELETE', `/org/${id}`)).status).toBe(204);
    expect((await ada('GET', `/org/${id}/project/${project}`)).status).toBe(404);
  });
});

describe('projects', () => {
  it('have unique names within the organisation, ignoring case', async () => {
    const made = await ada('POST', `/org/${org}/project`, { name: ' Support ' });
    expect([made.status, made.body.name, made.body.role]).toEqual([201, 'Support', 'owner']);
    const again = await ada('POST', `/org/${org}/project`, { name: 'SUPPORT' });
    expect(again.body).toMatchObject({
      status: 409,
      code: 'name_taken',
      errors: [{ pointer: '/name', message: DETAIL.nameTaken('Project') }],
    });
    const other = (await ada('POST', `/org/${org}/project`, { name: 'Other' })).body;
    const renamed = await ada('PATCH', `/org/${org}/project/${other.id}`, { name: 'support' });
    expect([renamed.status, renamed.body.code]).toEqual([409, 'name_taken']);
    const same = await ada('PATCH', `/org/${org}/project/${other.id}`, { name: 'OTHER' });
    expect([same.status, same.body.name]).toEqual([200, 'OTHER']);
  });

  it('are listed page by page in order of creation', async () => {
    const { id } = (await ada('POST', '/org', { name: 'Paged' })).body;
    for (const name of ['2', '3', '4', '5']) await ada('POST', `/org/${id}/project`, { name });
    expect(await pages(`/org/${id}/project?page_limit=2`)).toEqual([
      ['My first project', '2'],
      ['3', '4'],
      ['5'],
    ]);
    const found = await ada('GET', `/org/${id}/project?q=FIRST`);
    expect(found.body.results).toHaveLength(1);
  });

  it('keep the last one, even when two are deleted at once', async () => {
    const { id } = (await ada('POST', '/org', { name: 'Two' })).body;
    await ada('POST', `/org/${id}/project`, { name: 'Second' });
    const { results } = (await ada('GET', `/org/${id}/project`)).body;
    const responses = await Promise.all(
      results.map((p: { id: string }) => ada('DELETE', `/org/${id}/project/${p.id}`)),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([204, 409]);
    expect(responses.find(({ status }) => status === 409)?.body.code).toBe('last_project');
  });
});
