import { setTimeout } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '#core/ids.ts';
import { startTestApp, type TestApp } from '../../testing.ts';

/** Deleting 10,000 documents in one statement held the embedded database for 2.7 seconds. */
const COUNT = 4000;
const OF_SOURCE = 1000;
let server: TestApp;
let project: string;

beforeAll(async () => {
  server = await startTestApp();
  await call('GET', '/user');
  const org = (await call('GET', '/org')).body.results[0].id;
  project = `/org/${org}/project/${(await call('GET', `/org/${org}/project`)).body.results[0].id}`;
}, 60_000);
afterAll(() => server.close());

const call = (...given: Parameters<ReturnType<TestApp['as']>>) => server.as('ada')(...given);

async function makeCollection(name: string) {
  const { id } = (await call('POST', `${project}/collection`, { name })).body;
  const path = `${project}/collection/${id}`;
  const text = { name: 'One', text: `The text of ${name}.` };
  const document = (await call('POST', `${path}/document`, text)).body.id as string;
  await expect
    .poll(async () => (await call('GET', `${path}/document/${document}`)).body.state, {
      timeout: 20_000,
    })
    .toBe('ready');
  return { id: id as string, path, document };
}

/** Copies a document with its indexing, by columns, so that the rows are like real ones. */
async function multiply(
  { document }: { document: string },
  count: number,
  source: string | null = null,
) {
  const { db } = server.database;
  for (const [table, key, other] of [
    ['document', 'id', { datasource_id: source }],
    ['indexing', 'document_id', {}],
  ] as const) {
    const { rows } = await db.execute<{ row: object }>(
      sql`select to_jsonb(t) as row from ${sql.identifier(table)} t where ${sql.identifier(key)} = ${document}`,
    );
    const row = JSON.stringify({ ...rows[0]?.row, ...other });
    await db.execute(sql`
      insert into ${sql.identifier(table)}
      select (jsonb_populate_record(null::${sql.identifier(table)},
        ${row}::jsonb || jsonb_build_object(${key}::text, ${document} || n))).*
      from generate_series(1, ${count}) n`);
  }
}

const rowsOf = async (table: string, which: ReturnType<typeof sql>): Promise<number> => {
  const { rows } = await server.database.db.execute<{ count: number }>(
    sql`select count(*)::int as count from ${sql.identifier(table)} where ${which}`,
  );
  return rows[0]?.count ?? 0;
};

/** The longest time for which nothing else was served during some work, in milliseconds. */
async function longestHold(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let isDone = false;
  const heart = (async () => {
    for (let last = performance.now(); !isDone; last = performance.now()) {
      await setTimeout(1);
      await server.database.db.execute(sql`select 1`);
      longest = Math.max(longest, performance.now() - last);
    }
  })();
  await work();
  isDone = true;
  await heart;
  return Math.round(longest);
}

it('a collection of 4,000 documents is out of reach at once, and deleted in batches', async () => {
  const kept = await makeCollection('Kept');
  const gone = await makeCollection('Gone');
  await multiply(gone, COUNT);
  const where = sql`collection_id = ${gone.id}`;
  expect(await rowsOf('indexing', where)).toBe(COUNT + 1);
  let request = 0;
  const longest = await longestHold(async () => {
    const start = performance.now();
    expect((await call('DELETE', gone.path)).status).toBe(204);
    request = Math.round(performance.now() - start);
    for (const path of [
      gone.path,
      `${gone.path}/document`,
      `${gone.path}/document/${gone.document}`,
    ])
      expect((await call('GET', path)).status).toBe(404);
    const left = async () => (await rowsOf('document', where)) + (await rowsOf('indexing', where));
    await expect.poll(left, { timeout: 60_000, interval: 200 }).toBe(0);
  });
  console.log(`4,000 documents: deleted after ${request} ms, others held for ${longest} ms`);
  expect(longest).toBeLessThan(1000);
  const files = server.services.domain.collection.files;
  await expect.poll(async () => (await files.folders()).includes(gone.document)).toBe(false);
  expect((await call('GET', `${kept.path}/document/${kept.document}`)).body.state).toBe('ready');
}, 120_000);

it.each([
  ['deleted', false],
  ['kept', true],
])(
  'the 1,000 documents of a source are %s in batches',
  async (_, keep) => {
    const place = await makeCollection(`Of a source, ${keep}`);
    const { db } = server.database;
    const id = newId('datasource');
    await db.execute(sql`
    insert into datasource (id, org_id, collection_id, name, config, interval, is_paused, health,
      created_by_id, created_by_name, created_at, version)
    select ${id}, org_id, id, 'Feed', '{"kind":"rss","url":"https://a.test/"}', 'manual', true, 'ok', 'u', 'U', now(), 1
    from collection where id = ${place.id}`);
    await multiply(place, OF_SOURCE, id);
    await db.execute(sql`
    insert into datasource_item (datasource_id, key_hash, key, name, document_id, sync_id)
    select ${id}, n::text, n::text, 'Item', ${place.document} || n, 'sync' from generate_series(1, ${OF_SOURCE}) n`);
    const source = `${place.path}/datasource/${id}`;
    const longest = await longestHold(async () => {
      const query = keep ? '?keep_documents=true' : '';
      expect((await call('DELETE', source + query)).status).toBe(204);
      expect((await call('GET', source)).status).toBe(404);
      const documents = await rowsOf('document', sql`collection_id = ${place.id}`);
      expect(documents).toBe(keep ? OF_SOURCE + 1 : 1);
      const items = () => rowsOf('datasource_item', sql`datasource_id = ${id}`);
      await expect.poll(items, { timeout: 60_000, interval: 200 }).toBe(0);
    });
    console.log(`1,000 documents of a source: others held for ${longest} ms`);
    expect(longest).toBeLessThan(1000);
    expect(await rowsOf('document', sql`datasource_id = ${id}`)).toBe(0);
  },
  120_000,
);
