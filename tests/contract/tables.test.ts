import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OrgRow } from '#domain/org/org.tables.ts';
import { listPage, type PageOptions } from '#domain/paging.ts';
import type { Stores } from '#domain/stores.ts';
import { newRow } from '#domain/tables.ts';
import type { TemplateRow } from '#domain/template/template.tables.ts';
import type { TaskDefinition } from '#generated/model/index.ts';
import { createMemoryStores } from '#mocks/memory/stores.ts';
import { seedWorld } from '#mocks/seed/world.ts';
import { createStore } from '#mocks/store.ts';
import { openTestDatabase } from '#server/db/testing.ts';
import { createStores } from '#server/stores.ts';
import { definition } from './target.ts';

const TIME = '2026-11-20T09:00:00.000Z';

const OWNER: OrgRow = newRow('org', {
  id: 'org_tables',
  name: 'Tables',
  created_at: TIME,
  updated_at: TIME,
});

/** How the rows differ. The names tell apart sorting by letter and by character code. */
const ROWS: readonly Pick<TemplateRow, 'id' | 'name' | 'description' | 'tags'>[] = [
  { id: 't1', name: 'beta', description: 'A quick zebra', tags: ['Own'] },
  { id: 't2', name: 'Alpha', description: 'About zebras', tags: ['own', 'Quick wins'] },
  { id: 't3', name: 'Gamma', description: '100% "quoted"', tags: [] },
  { id: 't4', name: 'gamma ray', description: '', tags: ['Own', 'a_b'] },
];

const stores = {
  memory: async () => ({
    stores: createMemoryStores(createStore(seedWorld({ scenario: 'empty' }))),
    close: async () => undefined,
  }),
  sql: async () => {
    const database = await openTestDatabase();
    return { stores: createStores(database.db), close: () => database.close() };
  },
};

/** What every table does for lists, alike in SQL and in memory. */
describe.each(Object.entries(stores))('lists of a table in %s', (_, open) => {
  let opened: { stores: Stores; close: () => Promise<unknown> };

  beforeAll(async () => {
    opened = await open();
    const { org, template } = opened.stores;
    await org.orgs.insert(OWNER);
    const author = { created_by_id: 'user_1', created_by_name: 'Ada', created_at: TIME };
    const saved = { org_id: OWNER.id, definition: definition as TaskDefinition, sample: null };
    await template.templates.insert(ROWS.map((row) => ({ ...row, ...saved, ...author })));
  });

  afterAll(() => opened.close());

  /** The ids of all pages, two rows each. */
  async function idsOf(options: Omit<PageOptions<TemplateRow>, 'where'>): Promise<string[]> {
    const ids: string[] = [];
    let cursor: string | undefined;
    do {
      const query = { page_limit: 2, ...(cursor && { cursor }) };
      const all = { where: { org_id: OWNER.id }, ...options };
      const page = await listPage(opened.stores.template.templates, all, query, ({ id }) => id);
      ids.push(...page.results);
      cursor = page.pagination.next_cursor ?? undefined;
    } while (cursor);
    return ids;
  }

  it.each([
    ['quick ZEBRA', ['t1', 't2']],
    ['  zebras ', ['t2']],
    ['own', ['t1', 't2', 't4']],
    ['wins', ['t2']],
    ['100%', ['t3']],
    ['%', ['t3']],
    ['_', ['t4']],
    ['"', ['t3']],
    ['[', []],
    ['', ['t1', 't2', 't3', 't4']],
    [undefined, ['t1', 't2', 't3', 't4']],
  ])('find %j in texts and lists of texts', async (q, ids) => {
    expect(await idsOf({ search: { q, in: ['name', 'description', 'tags'] } })).toEqual(ids);
  });

  it('search only the given columns', async () => {
    expect(await idsOf({ search: { q: 'zebra', in: ['name', 'tags'] } })).toEqual([]);
  });

  it('filter by an item of a list, whose case matters', async () => {
    expect(await idsOf({ filter: { tags: { has: 'Own' } } })).toEqual(['t1', 't4']);
    expect(await idsOf({ filter: { tags: undefined } })).toHaveLength(4);
  });

  it('are sorted by a text, whose case does not matter, or by a time', async () => {
    expect(await idsOf({ sort: 'name' })).toEqual(['t2', 't1', 't3', 't4']);
    expect(await idsOf({ sort: '-name' })).toEqual(['t4', 't3', 't1', 't2']);
    expect(await idsOf({ sort: 'created_at' })).toEqual(['t1', 't2', 't3', 't4']);
    expect(await idsOf({ sort: '-created_at' })).toEqual(['t4', 't3', 't2', 't1']);
  });
});
