import { eq, sql } from 'drizzle-orm';
import { afterAll, describe, expect, it } from 'vitest';
import { newId } from '#core/ids.ts';
import { org, orgMember } from '#domain/org/org.tables.ts';
import { project } from '#domain/project/project.tables.ts';
import { uniqueViolation } from './errors.ts';
import { openTestDatabase } from './testing.ts';

const database = await openTestDatabase();
const { db } = database;
afterAll(() => database.close());

describe('the database', () => {
  it('has pgvector if it reports it; the embedded database always has it', async () => {
    expect(database.vector || database.kind === 'postgres').toBe(true);
    if (!database.vector) return;
    const { rows } = await db.execute<{ d: number }>(sql`select '[1,2]'::vector <-> '[1,4]' as d`);
    expect(rows).toEqual([{ d: 2 }]);
  });

  it('has pg_textsearch if it reports it; the embedded database always has it', async () => {
    expect(database.bm25 || database.kind === 'postgres').toBe(true);
    if (!database.bm25) return;
    const { rows } = await db.execute<{ q: string }>(sql`select to_bm25query('a')::text as q`);
    expect(rows).toEqual([{ q: 'a' }]);
  });

  it('keeps money as a number and times as ISO strings', async () => {
    const id = newId('org');
    await db.insert(org).values({ id, name: 'One', balance: 2 ** 40 });
    const [row] = await db.select().from(org).where(eq(org.id, id));
    expect(row?.balance).toBe(2 ** 40);
    expect(row?.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });

  it('names the unique index that a write violates', async () => {
    const orgId = newId('org');
    await db.insert(org).values({ id: orgId, name: 'Two' });
    const values = () => ({ id: newId('project'), org_id: orgId, name: 'Support' });
    await db.insert(project).values(values());
    const again = db.insert(project).values({ ...values(), name: 'SUPPORT' });
    const error: unknown = await again.catch((e: unknown) => e);
    expect(uniqueViolation(error)).toBe('project_org_name');
    const other: unknown = await db
      .insert(orgMember)
      .values({ org_id: orgId, user_id: 'user_nobody', role: 'owner' })
      .catch((e: unknown) => e);
    expect(other).toBeInstanceOf(Error);
    expect(uniqueViolation(other)).toBeUndefined();
  });

  it('knows which names are held', async () => {
    const release = await database.hold('one');
    expect(await database.held(['one', 'two'])).toEqual(new Set(['one']));
    await release();
    expect(await database.held(['one', 'two'])).toEqual(new Set());
  });

  it.skipIf(database.kind === 'pglite')('holds names again after a lost connection', async () => {
    await database.hold('kept');
    await db.execute(sql`
      select pg_terminate_backend(pid) from pg_locks
      where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`);
    await expect.poll(async () => (await database.held(['kept'])).size).toBe(0);
    await expect
      .poll(async () => (await database.held(['kept'])).size, { timeout: 10_000 })
      .toBe(1);
  });

  it('notifies listeners when a transaction commits, but not when it rolls back', async () => {
    const heard: string[] = [];
    const stop = await database.listen('news', (payload) => heard.push(payload));
    await db.transaction((tx) => database.notify('news', 'committed', tx));
    await db
      .transaction(async (tx) => {
        await database.notify('news', 'rolled back', tx);
        throw new Error('no');
      })
      .catch(() => {});
    await expect.poll(() => heard).toEqual(['committed']);
    await stop();
    await database.notify('news', 'late');
    await database.ping();
    expect(heard).toEqual(['committed']);
  });
});
