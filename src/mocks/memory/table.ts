import { isObject } from '#core/json/is-object.ts';
import { matchesWords } from '#core/words.ts';
import {
  type Condition,
  conditionsOf,
  definedOnly,
  type KeyValue,
  type Table,
  Taken,
  type Where,
} from '#domain/table.ts';
import type { TableSpec } from '#domain/tables.ts';
import { keyIn } from './tables.ts';

type Values = Readonly<Record<string, unknown>>;

/** Functions that undo the writes of a statement or transaction. */
export type UndoLog = (() => void)[];

/** A table's storage and declaration. */
export interface TablePlace<Row> {
  name: string;
  spec: Pick<TableSpec, 'key' | 'unique'>;
  /** The rows by key. Read each time, since another tab may have replaced them. */
  rows(): Record<string, Row>;
  /** Copies a row; by default through JSON. */
  copy?<T>(row: T): T;
  /** Called before a write; `undo` reverts it. */
  onWrite(undo: () => void): void;
  /** Called after rows were deleted, so that rows referring to them are deleted too. */
  onDelete(key: string): void;
}

/** A table in memory. Rows are copied in and out, as with a database. */
export function memoryTable<Row extends object>(place: TablePlace<Row>): Table<Row> {
  const { spec, copy = throughJson } = place;
  const keyOf = (row: Partial<Row>) => keyIn(spec, row);

  function matching(where: Where<Row>, filter: Where<Row> = {}): Row[] {
    const conditions = [...conditionsOf(where), ...conditionsOf(definedOnly(filter))];
    const isKeyed = spec.key.every((column) =>
      /^(string|number)$/.test(typeof where[column as keyof Row]),
    );
    const one = isKeyed ? own(place.rows(), keyOf(where as Partial<Row>)) : undefined;
    const candidates = isKeyed ? (one ? [one] : []) : Object.values(place.rows());
    return candidates.filter((row) =>
      conditions.every(([column, wanted]) => fits(row[column as keyof Row], wanted)),
    );
  }

  /** The writes of the statement so far. */
  let written: UndoLog = [];

  function write(key: string, row: Row | undefined): void {
    const rows = place.rows();
    const before = own(rows, key);
    const undo = () => set(place.rows(), key, before);
    written.push(undo);
    place.onWrite(undo);
    set(rows, key, row);
  }

  function checkUnique(row: Row, key: string): void {
    for (const [index, valueIn] of Object.entries(spec.unique)) {
      const value = valueIn(row as object as Values);
      if (value === undefined) continue;
      const isTaken = Object.values(place.rows()).some(
        (other) => keyOf(other) !== key && valueIn(other as object as Values) === value,
      );
      if (isTaken) throw new Taken(index);
    }
  }

  /** Writes all of its rows, or none if one is rejected. */
  function statement<T>(work: () => T): T {
    written = [];
    try {
      return work();
    } catch (error) {
      undoAll(written);
      throw error;
    }
  }

  const table: Table<Row> = {
    find: async (where) => copy(matching(where)[0]),
    lock: async (where) => copy(matching(where)[0]),
    async list({ where, filter, search, order, ignoringCase, descending = false, after, limit }) {
      const by = order ?? (['id'] as (keyof Row & string)[]);
      const sign = descending ? -1 : 1;
      const isFolded = (at: number) => ignoringCase && at < by.length - 1;
      const folded = (keys: readonly KeyValue[]) =>
        keys.map((key, at) => (isFolded(at) ? String(key).toLowerCase() : key));
      const keys = (row: Row) => folded(by.map((column) => row[column] as KeyValue));
      const start = after && folded(after);
      const found = matching(where, filter)
        .filter((row) => !search || matchesWords(search.q, ...textsIn(row, search.in)))
        .filter((row) => start === undefined || sign * compare(keys(row), start) > 0)
        .sort((a, b) => sign * compare(keys(a), keys(b)));
      return found.slice(0, limit).map((row) => copy(row));
    },
    count: async (where) => matching(where).length,
    async insert(rows) {
      statement(() => {
        for (const row of Array.isArray(rows) ? (rows as Row[]) : [rows as Row]) {
          const key = keyOf(row);
          if (own(place.rows(), key)) throw new Taken(`${place.name}_pkey`);
          checkUnique(row, key);
          write(key, copy(row));
        }
      });
    },
    async put(row) {
      checkUnique(row, keyOf(row));
      write(keyOf(row), copy(row));
    },
    async update(where, change) {
      return statement(() =>
        matching(where).map((row) => {
          const changed = { ...row, ...copy(change) };
          checkUnique(changed, keyOf(row));
          write(keyOf(row), changed);
          return copy(changed);
        }),
      );
    },
    change: async (where, change) => (await table.update(where, change)).length,
    async delete(where) {
      const gone = matching(where).map(keyOf);
      for (const key of gone) {
        write(key, undefined);
        place.onDelete(key);
      }
      return gone.length;
    },
  };
  return table;
}

/** Undoes writes, latest first. */
export function undoAll(undo: UndoLog): void {
  for (const step of undo.reverse()) step();
}

function own<Row>(rows: Record<string, Row>, key: string): Row | undefined {
  return Object.hasOwn(rows, key) ? rows[key] : undefined;
}

function set<Row>(rows: Record<string, Row>, key: string, row: Row | undefined): void {
  if (row === undefined) delete rows[key];
  else rows[key] = row;
}

/** Through JSON, as a database would store it: undefined fields are dropped. */
function throughJson<T>(value: T): T {
  return value === undefined ? value : (JSON.parse(JSON.stringify(value)) as T);
}

function fits(value: unknown, wanted: Condition<unknown>): boolean {
  if (!isObject(wanted)) return value === wanted;
  // In SQL, null is never in a list and never comparable.
  if (value === null) return false;
  if (Array.isArray(wanted.in)) return wanted.in.includes(value);
  if ('lt' in wanted || 'gt' in wanted) {
    const { lt, gt } = wanted as { lt?: KeyValue; gt?: KeyValue };
    if (lt !== undefined && compareValues(value as KeyValue, lt) >= 0) return false;
    return gt === undefined || compareValues(value as KeyValue, gt) > 0;
  }
  if (typeof wanted.containing === 'string') {
    return String(value).toLowerCase().includes(wanted.containing.toLowerCase());
  }
  if ('has' in wanted) return Array.isArray(value) && value.includes(wanted.has);
  throw new TypeError(`Not a condition: ${JSON.stringify(wanted)}`);
}

/** The texts in columns that contain a text or a list of texts. */
function textsIn<Row>(row: Row, columns: readonly (keyof Row)[]): string[] {
  return columns.flatMap((column) => row[column] as string | string[]);
}

function compare(a: readonly KeyValue[], b: readonly KeyValue[]): number {
  for (const [index, value] of a.entries()) {
    const order = compareValues(value, b[index] ?? null);
    if (order !== 0) return order;
  }
  return 0;
}

/** Compares like PostgreSQL: null sorts last. */
function compareValues(a: KeyValue, b: KeyValue): number {
  if (a === b) return 0;
  if (a === null || b === null) return a === null ? 1 : -1;
  return a < b ? -1 : 1;
}
