import {
  and,
  asc,
  Column,
  count,
  desc,
  eq,
  getTableColumns,
  gt,
  ilike,
  inArray,
  is,
  isNull,
  lt,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import { PgArray, type PgColumn, type PgTable, PgTransaction } from 'drizzle-orm/pg-core';
import { isObject } from '#core/json/is-object.ts';
import { wordsOf } from '#core/words.ts';
import {
  type Condition,
  conditionsOf,
  definedOnly,
  type ListOptions,
  type Table,
  Taken,
  type Where,
} from '#domain/table.ts';
import type { Db, Tx } from './client.ts';
import { containing } from './containing.ts';
import { deleteInBatches, primaryKey } from './deletion/in-batches.ts';
import { uniqueViolation } from './errors.ts';

/**
 * How many rows a statement inserts. PostgreSQL accepts at most 65,535 parameters, and building a large statement
 * blocks everything else: 8,000 rows of 8 columns took 4.1 s in one statement, and 2.9 s in statements of at most 0.35
 * s each.
 */
const ROWS_AT_ONCE = 500;

/** No columns, to count rows. */
const COUNTED = { one: sql`1` };

/** Implements the domain's `Table` for a table of the schema. */
export function sqlTable<T extends PgTable>(db: Db | Tx, table: T): Table<T['$inferSelect']> {
  type Row = T['$inferSelect'];
  const columns = getTableColumns(table) as Record<string, PgColumn>;
  // Drizzle's types are specific to each table. This code works for any table, so it does without them.
  const untyped = table as PgTable;
  const columnOf = (name: string): PgColumn => {
    const column = columns[name];
    if (!column) throw new TypeError(`Column ${name} doesn't exist`);
    return column;
  };
  const toSql = (where: Where<Row>): SQL | undefined =>
    and(...conditionsOf(where).map(([name, wanted]) => matches(columnOf(name), wanted)));
  const select = (where: Where<Row>) => db.select().from(untyped).where(toSql(where)).limit(1);
  const first = (rows: unknown[]) => rows[0] as Row | undefined;

  return {
    find: async (where) => first(await select(where)),
    lock: async (where) => first(await select(where).for('update')),
    async list(options) {
      const { filter = {}, search, order = ['id'], descending = false, limit, lock } = options;
      const by = order.map((name, at) => {
        const isText = options.ignoringCase && at < order.length - 1;
        return isText ? sql`lower(${columnOf(name)})` : columnOf(name);
      });
      const conditions = and(
        toSql(options.where),
        toSql(definedOnly(filter as Where<Row>)),
        search && holdsWords(search.in.map(columnOf), search.q),
        behind(by, options as ListOptions<object>),
      );
      let query = db
        .select()
        .from(untyped)
        .where(conditions)
        .orderBy(...by.map(descending ? desc : asc))
        .$dynamic();
      if (limit !== undefined) query = query.limit(limit);
      if (lock) query = query.for('update', { skipLocked: true });
      return (await query) as Row[];
    },
    async count(where) {
      const [row] = await db.select({ count: count() }).from(untyped).where(toSql(where));
      return row?.count ?? 0;
    },
    async insert(row) {
      const rows = Array.isArray(row) ? (row as object[]) : [row as object];
      const [first = [], ...others] = chunksOf(rows, ROWS_AT_ONCE);
      if (first.length === 0) return;
      const insert = (into: Db | Tx, some: object[]) => into.insert(untyped).values(some);
      if (others.length === 0) return void (await taken(insert(db, first)));
      // All or none, as with a single statement.
      const inserting = db.transaction(async (tx) => {
        for (const some of [first, ...others]) await insert(tx, some);
      });
      await taken(inserting);
    },
    async put(row) {
      const target = primaryKey(untyped);
      await taken(
        db
          .insert(untyped)
          .values(row as object)
          .onConflictDoUpdate({ target, set: row as object }),
      );
    },
    async update(where, change) {
      const query = db.update(untyped).set(change as object);
      return (await taken(query.where(toSql(where)).returning())) as Row[];
    },
    async change(where, change) {
      const query = db.update(untyped).set(change as object);
      return (await taken(query.where(toSql(where)).returning(COUNTED))).length;
    },
    async delete(where) {
      // Within a transaction, it has to be all at once.
      if (!is(db, PgTransaction) && !isOne(where))
        return deleteInBatches(db, untyped, toSql(where));
      return (await db.delete(untyped).where(toSql(where)).returning(COUNTED)).length;
    },
  };
}

/** Whether a condition is about a single row. */
function isOne(where: Where<{ id: string }>): boolean {
  return typeof where.id === 'string';
}

function matches(column: Column, wanted: Condition<unknown>): SQL {
  if (wanted === null) return isNull(column);
  if (!isObject(wanted)) return eq(column, wanted);
  if (Array.isArray(wanted.in)) return inArray(column, wanted.in);
  if ('lt' in wanted && 'gt' in wanted)
    return sql`${gt(column, wanted.gt)} and ${lt(column, wanted.lt)}`;
  if ('lt' in wanted) return lt(column, wanted.lt);
  if ('gt' in wanted) return gt(column, wanted.gt);
  if (typeof wanted.containing === 'string') return ilike(column, containing(wanted.containing));
  if ('has' in wanted) {
    if (is(column, PgArray)) return sql`${wanted.has} = any(${column})`;
    return sql`${column} @> ${JSON.stringify([wanted.has])}::jsonb`;
  }
  throw new TypeError(`Not a condition: ${JSON.stringify(wanted)}`);
}

/** Every word is in one of the columns. */
function holdsWords(columns: readonly PgColumn[], q: string | undefined): SQL | undefined {
  const texts = columns.map(textIn);
  return and(
    ...wordsOf(q).map((word) => or(...texts.map((text) => ilike(text, containing(word))))),
  );
}

/** The text of a column that contains a text or a list of texts. */
function textIn(column: PgColumn): PgColumn | SQL {
  if (is(column, PgArray)) return sql`array_to_string(${column}, ' ')`;
  if (column.getSQLType() !== 'jsonb') return column;
  return sql`(select string_agg(item, ' ') from jsonb_array_elements_text(${column}) item)`;
}

/** Rows after the given keys, in the order of the list. */
function behind(by: readonly (Column | SQL)[], { after, descending }: ListOptions<object>) {
  if (!after) return undefined;
  const sign = descending ? sql`<` : sql`>`;
  const values = after.map((value, index) => {
    const column = by[index];
    return is(column, Column) ? sql.param(value, column) : sql`lower(${value})`;
  });
  return sql`(${sql.join([...by], sql`, `)}) ${sign} (${sql.join(values, sql`, `)})`;
}

function chunksOf<T>(list: readonly T[], size: number): T[][] {
  const count = Math.ceil(list.length / size);
  return Array.from({ length: count }, (_, at) => list.slice(at * size, (at + 1) * size));
}

async function taken<T>(query: PromiseLike<T>): Promise<T> {
  try {
    return await query;
  } catch (error) {
    const index = uniqueViolation(error);
    throw index === undefined ? error : new Taken(index, { cause: error });
  }
}
