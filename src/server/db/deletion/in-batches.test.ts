import { drizzle } from 'drizzle-orm/node-postgres';
import * as pg from 'drizzle-orm/pg-core';
import { Pool } from 'pg';
import { afterAll, expect, it } from 'vitest';
import { IDENTITY_TABLES } from '#domain/identity/rows.ts';
import { testPostgres } from '../../../../tests/support/postgres.ts';
import { deleteInBatches, primaryKey } from './in-batches.ts';

const url = await testPostgres();
const pool = new Pool({ connectionString: url, max: 2 });
afterAll(() => pool.end());

const pair = pg.pgTable(
  'deleted_in_batches',
  { owner: pg.text().notNull(), number: pg.integer().notNull(), seen: pg.integer().notNull() },
  (table) => [pg.primaryKey({ columns: [table.owner, table.number] })],
);

it.skipIf(!url)('deletes rows too that others are just changing', async () => {
  await pool.query(
    'create table deleted_in_batches (owner text, number int, seen int, primary key (owner, number))',
  );
  await pool.query(
    "insert into deleted_in_batches select 'ada', n, 0 from generate_series(1, 5) n",
  );
  const other = await pool.connect();
  try {
    await other.query('begin');
    await other.query('update deleted_in_batches set seen = 1 where number = 3');
    const deleting = deleteInBatches(drizzle(pool) as never, pair, undefined, 2);
    await expect
      .poll(async () => {
        const { rows } = await other.query(
          "select count(*)::int as count from pg_locks where not granted and locktype = 'transactionid'",
        );
        return rows[0].count;
      })
      .toBeGreaterThan(0);
    await other.query('commit');
    expect(await deleting).toBe(5);
    expect((await other.query('select * from deleted_in_batches')).rows).toEqual([]);
  } finally {
    other.release();
    await pool.query('drop table deleted_in_batches');
  }
});

it.each(Object.entries(IDENTITY_TABLES))('%s has a key to delete by', (_, table) => {
  expect(primaryKey(table).length).toBeGreaterThan(0);
});
