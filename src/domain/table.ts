import type { PgTable } from 'drizzle-orm/pg-core';
import type { AuditTargetType } from '#generated/model/index.ts';

/** A condition on a column: a value, or a comparison with one. */
export type Condition<Value> =
  | Value
  | { in: readonly Value[] }
  | { lt: NonNullable<Value> }
  | { gt: NonNullable<Value> }
  | { gt: NonNullable<Value>; lt: NonNullable<Value> }
  | (Value extends string ? { containing: string } : never)
  | (Value extends readonly (infer Item)[] ? { has: Item } : never);

/** Conditions that rows must match, all of them. A value of `undefined` throws, since it would match every row. */
export type Where<Row> = { readonly [Column in keyof Row]?: Condition<Row[Column]> };

export type Column<Row> = keyof Row & string;
/** The condition on a time that is not null. */
export const IS_SET = { gt: '1970-01-01T00:00:00.000Z' };

/** Values that lists can be sorted and paginated by. */
export type KeyValue = string | number | boolean | null;

export interface ListOptions<Row> {
  where: Where<Row>;
  /** Filters that a caller may have set; columns with `undefined` are ignored. */
  filter?: Where<Row>;
  /** Only rows that contain every word of `q`, ignoring case, in one of these texts or lists of texts. */
  search?: { q: string | undefined; in: readonly Column<Row>[] };
  /** Columns to order by; the last one makes the order unique. */
  order?: readonly Column<Row>[];
  /**
   * Ignores case when comparing the columns in `order`. All are texts; the last one is an id and is compared exactly.
   */
  ignoringCase?: boolean;
  descending?: boolean;
  /** Only rows after these values of the columns in `order`. */
  after?: readonly KeyValue[];
  limit?: number;
  /** Locks the rows until the transaction ends; rows locked by others are skipped. */
  lock?: 'skip';
}

/**
 * One table of an area's store: over SQL on the server, in memory in the mocks. Rows have the contract's shape:
 * snake_case columns, times as ISO strings. What a table cannot express is a named method of the area's store.
 */
export interface Table<Row> {
  find(where: Where<Row>): Promise<Row | undefined>;
  /** Finds a row and locks it until the transaction ends. */
  lock(where: Where<Row>): Promise<Row | undefined>;
  list(options: ListOptions<Row>): Promise<Row[]>;
  count(where: Where<Row>): Promise<number>;
  /** @throws Taken when a unique index already contains such a row */
  insert(row: Row | readonly Row[]): Promise<void>;
  /** Inserts a row, or replaces the one with the same primary key. */
  put(row: Row): Promise<void>;
  /**
   * Updates all matching rows and returns them.
   * @throws Taken when a unique index already contains such a row
   */
  update(where: Where<Row>, change: Partial<Row>): Promise<Row[]>;
  /**
   * Updates all matching rows and returns how many there were. Cheaper than `update`, which reads every column
   * back: a row with 200 kB of JSON took 0.9 ms rather than 5.6.
   * @throws Taken when a unique index already contains such a row
   */
  change(where: Where<Row>, change: Partial<Row>): Promise<number>;
  /** Returns the number of deleted rows. Rows that refer to them are deleted or detached as the schema says. */
  delete(where: Where<Row>): Promise<number>;
}

/** A write that would violate a unique index. */
export class Taken extends Error {
  override readonly name = 'Taken';
  /** The index, by its name in the schema. */
  readonly index: string;

  constructor(index: string, options?: ErrorOptions) {
    super(`The unique index ${index} already contains these values`, options);
    this.index = index;
  }
}

/** @throws TypeError when a condition is undefined */
export function conditionsOf<Row>(where: Where<Row>): [Column<Row>, Condition<unknown>][] {
  const entries = Object.entries(where) as [Column<Row>, Condition<unknown> | undefined][];
  return entries.map(([column, condition]) => {
    if (condition === undefined) throw new TypeError(`The condition on ${column} is undefined`);
    return [column, condition];
  });
}

/** Conditions, some of which may be unset. */
export function definedOnly<Row>(filter: Where<Row>): Where<Row> {
  const given = Object.entries(filter).filter(([, condition]) => condition !== undefined);
  return Object.fromEntries(given) as Where<Row>;
}

/** Between two values, either of which may be open. */
export function between<Value>(
  gt: Value | undefined,
  lt: Value | undefined,
): { gt: Value; lt: Value } | { gt: Value } | { lt: Value } | undefined {
  if (gt === undefined) return lt === undefined ? undefined : { lt };
  return lt === undefined ? { gt } : { gt, lt };
}

/** The text to search for, ignoring case; undefined without a search. */
export function containing(q: string | undefined): { containing: string } | undefined {
  const text = q?.trim();
  return text ? { containing: text } : undefined;
}

/** The result of a write; throws the given problem instead of `Taken` for this index. */
export async function unlessTaken<T>(
  writing: Promise<T>,
  index: string,
  problem: () => Error,
): Promise<T> {
  try {
    return await writing;
  } catch (error) {
    throw error instanceof Taken && error.index === index ? problem() : error;
  }
}

/** A table of an area's store. Its columns, keys, indexes and foreign keys are drizzle's; the rest is said here. */
export interface StoreTable {
  table: PgTable;
  /**
   * Columns that refer to another table, by its name, without a foreign key, which would be too slow. Rows are deleted
   * after the one that they refer to, in batches.
   */
  swept?: Readonly<Record<string, string>>;
  /**
   * The column of `swept` whose rows are inserted in batches before their parent. They stay invisible until it exists,
   * and are swept an hour later if it never does.
   */
  madeFirst?: string;
  /** Leaves out what is deleted. */
  isLiveOnly?: true;
  /** Tables without it aren't recorded in the audit log. */
  audit?: Audit;
}

/**
 * How changes of a table's rows are recorded in the audit log. Never show what is secret, or what was written for fewer
 * people than may read the log. A test requires every column to be in one of the three lists, separated by spaces.
 */
export interface Audit {
  /** What the rows are to people. Parts of a thing are recorded as changes of the thing. */
  type: AuditTargetType;
  /** The column with the thing's ID; `id` by default. */
  id?: string;
  /** The column with the thing's name; `name` by default. Null if not everybody who may read the log may know it. */
  name?: string | null | ((row: never) => string);
  /** The table with the thing's name, if `name` (by default `id`) is a column that refers to it. */
  nameIn?: string;
  /** The column with the name of a part, which is added to the thing's. */
  part?: string;
  /** Columns whose values are recorded. */
  shown: string;
  /** Columns of which is only recorded that they changed: secrets, prompts and other contents. */
  hidden?: string;
  /** Columns that aren't recorded: ids, counters, and what only the server changes. */
  rest: string;
}
export type StoreTables = Readonly<Record<string, StoreTable>>;

/** The tables of a store, by their names in it. */
export type StoreOf<Tables extends StoreTables> = {
  [Name in keyof Tables]: Table<Tables[Name]['table']['$inferSelect']>;
};
