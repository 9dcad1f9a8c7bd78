import { type SQL, sql } from 'drizzle-orm';
import type { TableName } from '#domain/stores.ts';
import { TABLES } from '#domain/tables.ts';
import type { Db, Tx } from './client.ts';

/** The number of parents examined per statement. */
const LOOKED_AT = 200;
/** The number of rows deleted per statement. On the embedded database, all other queries wait for it. */
const DELETED_AT_ONCE = 100;

/** A column without a foreign key, because deleting what it refers to would delete thousands of rows at once. */
interface Reference {
  table: string;
  /** The first column of an index. */
  column: string;
  parent: string;
}

/** What is swept of these tables, see `TABLES` of the domain. */
export function sweptReferences(tables: readonly TableName[]): Reference[] {
  return tables.flatMap((table) =>
    Object.entries(TABLES[table].swept ?? {}).map(([column, parent]) => ({
      table,
      column,
      parent,
    })),
  );
}

/** Deletes rows whose parent no longer exists, in batches. Yields the IDs of each batch if the table has them. */
export async function* deleteOrphans(
  db: Db | Tx,
  reference: Reference,
  signal: AbortSignal,
): AsyncGenerator<string[]> {
  for (let last: string | undefined = ''; last !== undefined && !signal.aborted; ) {
    const seen: Parent[] = await parentsAfter(db, reference, last);
    for (const { id, is_gone } of seen) if (is_gone) yield* deleteAllOf(db, reference, id, signal);
    last = seen.length < LOOKED_AT ? undefined : seen.at(-1)?.id;
  }
}

interface Parent extends Record<string, unknown> {
  id: string;
  is_gone: boolean;
}

/** The next distinct values, found with a loose scan of the index rather than by reading all rows. */
async function parentsAfter(
  db: Db | Tx,
  { table, column, parent }: Reference,
  last: string,
): Promise<Parent[]> {
  const [rows, value, owner] = [table, column, parent].map((name) => sql.identifier(name));
  const next = (after: SQL) =>
    sql`(select ${value} from ${rows} where ${value} > ${after} order by ${value} limit 1)`;
  const { rows: found } = await db.execute<Parent>(sql`
    with recursive seen(id, number) as (
      select ${next(sql`${last}`)}, 1
      union all
      select ${next(sql`seen.id`)}, number + 1 from seen where id is not null and number < ${LOOKED_AT})
    select id, not exists (select from ${owner} owner where owner.id = seen.id) as is_gone
    from seen where id is not null`);
  return found;
}

async function* deleteAllOf(
  db: Db | Tx,
  { table, column }: Reference,
  parent: string,
  signal: AbortSignal,
): AsyncGenerator<string[]> {
  const [rows, value] = [sql.identifier(table), sql.identifier(column)];
  while (!signal.aborted) {
    const { rows: gone } = await db.execute<{ id: string | null }>(sql`
      delete from ${rows} as found where ctid in (
        select ctid from ${rows} where ${value} = ${parent} limit ${DELETED_AT_ONCE})
      returning to_jsonb(found) ->> 'id' as id`);
    if (gone.length === 0) return;
    yield gone.flatMap(({ id }) => id ?? []);
  }
}
