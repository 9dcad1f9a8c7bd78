import { type SQL, sql } from 'drizzle-orm';
import { openTestDatabase } from '#server/db/testing.ts';
import { startTestApp } from '#server/testing.ts';
import { type Held, recordTransactions } from '../support/stalls/transactions.ts';

/** Somebody with an organisation and a project on the highest plan. */
export interface Place {
  name: string;
  orgId: string;
  projectId: string;
  org: string;
  project: string;
}

/** A server whose transactions are recorded. */
export async function openRecorded() {
  const held: Held[] = [];
  let isSeeding = false;
  const database = await openTestDatabase(
    recordTransactions((one) => {
      if (!isSeeding) held.push(one);
    }),
  );
  const server = await startTestApp({ RATE_LIMIT_PER_MINUTE: '1000000' }, { database });
  const { db } = database;

  /** Does what no transaction of the product does. */
  async function seeding<T>(work: () => Promise<T>): Promise<T> {
    isSeeding = true;
    try {
      return await work();
    } finally {
      isSeeding = false;
    }
  }

  return {
    server,
    held,
    seeding,
    async join(name: string): Promise<Place> {
      const as = server.as(name);
      await as('GET', '/user');
      const orgId: string = (await as('GET', '/org')).body.results[0].id;
      const projectId: string = (await as('GET', `/org/${orgId}/project`)).body.results[0].id;
      await db.execute(sql`update org set plan = 'teams' where id = ${orgId}`);
      const org = `/org/${orgId}`;
      return { name, orgId, projectId, org, project: `${org}/project/${projectId}` };
    },
    /** Copies a row, with other columns by the number of the copy. */
    multiply(table: string, where: SQL, other: SQL, count: number): Promise<void> {
      const name = sql.identifier(table);
      return seeding(async () => {
        const { rows } = await db.execute<{ row: object }>(
          sql`select to_jsonb(t) as row from ${name} t where ${where} limit 1`,
        );
        if (!rows[0]) throw new Error(`Nothing to multiply in ${table}`);
        const row = JSON.stringify(rows[0].row);
        await db.execute(sql`
          insert into ${name} select (jsonb_populate_record(null::${name}, ${row}::jsonb || ${other})).*
          from generate_series(1, ${count}::int) n`);
      });
    },
    async rowsIn(table: string, where: SQL): Promise<number> {
      const { rows } = await db.execute<{ count: number }>(
        sql`select count(*)::int as count from ${sql.identifier(table)} where ${where}`,
      );
      return rows[0]?.count ?? 0;
    },
    async close(): Promise<void> {
      await server.close();
      await database.close();
    },
  };
}
