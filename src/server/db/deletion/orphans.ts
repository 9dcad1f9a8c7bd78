import { type SQL, sql } from 'drizzle-orm';
import { firstIdAt } from '#core/ids.ts';
import { TABLES, type TableName } from '#domain/tables.ts';
import type { Db, Tx } from '../client.ts';

/** The number of parents examined per statement. */
const LOOKED_AT = 200;
/** The number of rows deleted per statement. On the embedded database, all other queries wait for it. */
const DELETED_AT_ONCE = 100;
/** The same for rows that take others with them: a task has up to 200 shares, 100 datasets and 20 links. */
const PARENTS_AT_ONCE = 2;
/** Parents that take rows with them by a foreign key. */
const PARENTS: ReadonlySet<string> = new Set(
  Object.values(TABLES).flatMap(({ references }) => Object.values(references)),
);
/** Rows that are inserted before what they refer to exist without it for as long as their request takes. */
const GRACE_MS = 3_600_000;
/** Swept by their areas, which also delete their files or look at more than their parent. */
const ELSEWHERE: readonly TableName[] = [
  ...(['run', 'run_trace', 'rejected_call', 'audit_entry', 'transfer', 'article_file'] as const),
  ...(['visitor', 'chat', 'chat_message', 'chat_attachment'] as const),
  ...(['document', 'indexing', 'datasource_item', 'datasource_sync_entry'] as const),
];

/** A column without a foreign key, because deleting what it refers to would delete thousands of rows at once. */
interface Reference {
  table: TableName;
  /** The first column of an index. */
  column: string;
  parent: string;
  /** Whether rows are inserted before the one that they refer to. */
  isFirst: boolean;
}

/** The `swept` references of these tables. */
export function sweptReferences(tables: readonly TableName[]): Reference[] {
  return tables.flatMap((table) => {
    const { swept, madeFirst } = TABLES[table];
    return Object.entries(swept).map(([column, parent]) => ({
      ...{ table, column, parent },
      isFirst: madeFirst === column,
    }));
  });
}

/** What is swept of the tables whose areas don't do it. */
const REFERENCES = sweptReferences(
  (Object.keys(TABLES) as TableName[]).filter((name) => !ELSEWHERE.includes(name)),
);

/** Deletes what deleted projects, tasks and other things leave behind. Stops when a round has found nothing. */
export async function sweepOrphans(db: Db, now: Date, signal: AbortSignal): Promise<void> {
  for (let found = true; found && !signal.aborted; ) {
    found = false;
    for (const reference of REFERENCES)
      for await (const _ of deleteOrphans(db, reference, { now, signal })) found = true;
  }
}

/** Deletes rows whose parent no longer exists, in batches. Yields the IDs of each batch if the table has them. */
export async function* deleteOrphans(
  db: Db | Tx,
  reference: Reference,
  { now, signal }: { now: Date; signal: AbortSignal },
): AsyncGenerator<string[]> {
  for (let last: string | undefined = ''; last !== undefined && !signal.aborted; ) {
    const seen: Parent[] = await parentsAfter(db, reference, last);
    for (const { id, is_gone } of seen) {
      const prefix = id.slice(0, id.lastIndexOf('_'));
      const isComing = reference.isFirst && id >= firstIdAt(prefix, now.getTime() - GRACE_MS);
      if (is_gone && !isComing) yield* deleteAllOf(db, reference, id, signal);
    }
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
  // An import inserts the documents of a collection before the collection itself. Its upload says so.
  const isImported =
    parent === 'collection' && table !== 'upload'
      ? sql`exists (select from upload where upload.collection_id = seen.id and purpose = 'archive')`
      : sql`false`;
  const next = (after: SQL) =>
    sql`(select ${value} from ${rows} where ${value} > ${after} order by ${value} limit 1)`;
  const { rows: found } = await db.execute<Parent>(sql`
    with recursive seen(id, number) as (
      select ${next(sql`${last}`)}, 1
      union all
      select ${next(sql`seen.id`)}, number + 1 from seen where id is not null and number < ${LOOKED_AT})
    select id, not exists (select from ${owner} owner where owner.id = seen.id) and not ${isImported} as is_gone
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
  const hasId = TABLES[table].key.includes('id');
  const limit = PARENTS.has(table) ? PARENTS_AT_ONCE : DELETED_AT_ONCE;
  while (!signal.aborted) {
    const { rows: gone } = await db.execute<{ id: string | null }>(sql`
      delete from ${rows} where ctid in (
        select ctid from ${rows} where ${value} = ${parent} limit ${limit})
      returning ${hasId ? sql.identifier('id') : sql`null`} as id`);
    if (gone.length === 0) return;
    yield gone.flatMap(({ id }) => id ?? []);
  }
}
