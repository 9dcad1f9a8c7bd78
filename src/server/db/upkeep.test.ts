import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { openTestDatabase } from './testing.ts';
import { analyzeChanged } from './upkeep.ts';

it('updates statistics only for tables that have changed a lot', async () => {
  const database = await openTestDatabase();
  const { db } = database;
  await db.execute(sql`create table much (a int)`);
  await db.execute(sql`create table "Little" (a int)`);
  await db.execute(sql`insert into much select generate_series(1, 1000)`);
  await db.execute(sql`insert into "Little" select generate_series(1, 10)`);
  await db.execute(sql`select pg_stat_force_next_flush()`);
  const tables = await analyzeChanged(db);
  expect(tables).toContain('public.much');
  expect(tables).not.toContain('public."Little"');
  const { rows } = await db.execute(sql`select reltuples from pg_class where relname = 'much'`);
  expect(rows).toEqual([{ reltuples: 1000 }]);
  await db.execute(sql`select pg_stat_force_next_flush()`);
  expect(await analyzeChanged(db)).toEqual([]);
  await database.close();
});
