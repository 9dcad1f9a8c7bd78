/** What a column must be: a value, or a comparison with one. */
export type Condition<Value> =
  | Value
  | { in: readonly Value[] }
  | { lt: NonNullable<Value> }
  | { gt: NonNullable<Value> }
  | (Value extends string ? { containing: string } : never);

/** Rows that fit every condition. A value of `undefined` is a mistake and throws: it would match all rows. */
export type Where<Row> = { readonly [Column in keyof Row]?: Condition<Row[Column]> };

export type Column<Row> = keyof Row & string;
/** What lists are ordered and continued by. */
export type KeyValue = string | number | boolean | null;

export interface ListOptions<Row> {
  where: Where<Row>;
  /** Narrows the list by what a caller may have asked for: columns with `undefined` do not count. */
  filter?: Where<Row>;
  /** Columns to order by; the last one makes the order unique. */
  order?: readonly Column<Row>[];
  descending?: boolean;
  /** Only rows behind these values of the columns of `order`. */
  after?: readonly KeyValue[];
  limit?: number;
  /** Holds the rows against changes by others until the transaction ends; rows that others hold are left out. */
  lock?: 'skip';
}

/**
 * One table of an area's store: over SQL on the server, in memory in the mocks. Rows have the contract's shape:
 * snake_case columns, times as ISO strings. What a table cannot say is a named method of the area's store.
 */
export interface Table<Row> {
  find(where: Where<Row>): Promise<Row | undefined>;
  /** Finds a row and holds it against changes by others until the transaction ends. */
  lock(where: Where<Row>): Promise<Row | undefined>;
  list(options: ListOptions<Row>): Promise<Row[]>;
  count(where: Where<Row>): Promise<number>;
  /** @throws Taken when a unique index holds such a row already */
  insert(row: Row | readonly Row[]): Promise<void>;
  /** Inserts a row, or replaces the one with the same primary key. */
  put(row: Row): Promise<void>;
  /**
   * Changes all rows that fit; gives them as they are then.
   * @throws Taken when a unique index holds such a row already
   */
  update(where: Where<Row>, change: Partial<Row>): Promise<Row[]>;
  /** Gives the number of rows deleted. What refers to them is deleted or detached as the schema says. */
  delete(where: Where<Row>): Promise<number>;
}

/** A write that would put the same values into a unique index twice. */
export class Taken extends Error {
  override readonly name = 'Taken';
  /** The index, by its name in the schema. */
  readonly index: string;

  constructor(index: string, options?: ErrorOptions) {
    super(`The unique index ${index} holds these values already`, options);
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

/** Conditions of which some may not have been asked for. */
export function definedOnly<Row>(filter: Where<Row>): Where<Row> {
  const given = Object.entries(filter).filter(([, condition]) => condition !== undefined);
  return Object.fromEntries(given) as Where<Row>;
}

/** What a text must contain, in any case, for a search; undefined when nothing is searched for. */
export function containing(q: string | undefined): { containing: string } | undefined {
  const text = q?.trim();
  return text ? { containing: text } : undefined;
}

/** The result of a write, or the problem that takes the place of `Taken` for this index. */
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
