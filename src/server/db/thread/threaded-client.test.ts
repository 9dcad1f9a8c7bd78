import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, expect, it } from 'vitest';
import { newId } from '#core/ids.ts';
import { org } from '#domain/org/org.tables.ts';
import { project } from '#domain/project/project.tables.ts';
import { openEmbedded } from '../embedded.ts';
import { uniqueViolation } from '../errors.ts';

const folder = mkdtempSync(join(tmpdir(), 'taskloom-thread-'));
const database = await openEmbedded({ dataDir: folder });
const { db } = database;
afterAll(async () => {
  await database.close();
  await database.close();
  await expect(db.execute(sql`select 1`)).rejects.toThrow();
  rmSync(folder, { recursive: true });
});

const orgId = newId('org');

it('values arrive as on this thread', async () => {
  await db.insert(org).values({ id: orgId, name: 'One', balance: 2 ** 40 });
  const [row] = await db.select().from(org);
  expect(row).toMatchObject({ id: orgId, balance: 2 ** 40 });
  expect(row?.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  const { rows } = await db.execute(sql`select array['a','b'] as list, '{"a":[1]}'::jsonb as json`);
  expect(rows).toEqual([{ list: ['a', 'b'], json: { a: [1] } }]);
});

it('errors keep the index that was violated', async () => {
  const values = () => ({ id: newId('project'), org_id: orgId, name: 'Support' });
  await db.insert(project).values(values());
  const error: unknown = await db
    .insert(project)
    .values(values())
    .catch((e: unknown) => e);
  expect(uniqueViolation(error)).toBe('project_org_name');
});

it('transactions are committed or undone, also inside others', async () => {
  const count = async () => (await db.select().from(org)).length;
  const add = (to: Pick<typeof db, 'insert'>) =>
    to.insert(org).values({ id: newId('org'), name: 'More' });
  const before = await count();
  const undone = db.transaction(async (tx) => {
    await add(tx);
    throw new Error('undo');
  });
  await expect(undone).rejects.toThrow('undo');
  expect(await count()).toBe(before);
  await db.transaction(async (tx) => {
    await add(tx);
    const inner = tx.transaction(async (nested) => {
      await add(nested);
      throw new Error('undo');
    });
    await expect(inner).rejects.toThrow('undo');
  });
  expect(await count()).toBe(before + 1);
  // One that failed in the database, too.
  const broken = db.transaction((tx) => tx.execute(sql`select 1 / 0`));
  await expect(broken).rejects.toThrow();
  expect(await count()).toBe(before + 1);
});

it('notifications arrive until nobody listens', async () => {
  const heard: string[] = [];
  const stop = await database.listen('news', (payload) => heard.push(payload));
  await database.notify('news', 'one');
  await db.execute(sql`select 1`);
  await stop();
  await database.notify('news', 'two');
  expect(heard).toEqual(['one']);
});

it('a long query holds up nothing else', async () => {
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, 1);
  await db.execute(sql`select sum(sqrt(n)) from generate_series(1, 3000000) n`);
  clearInterval(timer);
  expect(turns).toBeGreaterThan(20);
});
