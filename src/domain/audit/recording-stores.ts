import { type AreaStores, lazyStores, type Stores } from '../stores.ts';
import type { Table, Where } from '../table.ts';
import { type AuditedTableName, TABLE_NAMES, TABLES } from '../tables.ts';
import type { Origin } from './origin.ts';
import { keyOf, ROWS_MAX, type Row, RowChanges } from './row-changes.ts';

interface Recording {
  action: string;
  origin: Origin;
  /** The tables whose changed rows are recorded. */
  tables: readonly AuditedTableName[];
}

type RowTable = Table<Row>;
const WRITES = ['insert', 'put', 'update', 'change', 'delete'] as const;

/**
 * Stores that record in the audit log what is changed through them: each transaction ends by writing its entries. A
 * write without a transaction gets one.
 */
export function recordingStores(stores: Stores, recording: Recording): Stores {
  const transaction: Stores['transaction'] = (work) =>
    stores.transaction(async (inner) => {
      const changes = new RowChanges();
      const bound = replaceTables(inner, recording, (table, name) => noting(table, name, changes));
      const nested = Object.defineProperty(bound, 'transaction', {
        value: recordingStores(inner, recording).transaction,
      });
      const result = await work(nested);
      await changes.save(inner, recording.action, recording.origin);
      return result;
    });
  const outer = replaceTables(stores, recording, (table, _name, { area, key }) =>
    inTransactions(table, (work) =>
      transaction((inner) => work((inner[area] as never)[key] as RowTable)),
    ),
  );
  return Object.defineProperty(outer, 'transaction', { value: transaction });
}

interface Place {
  area: keyof AreaStores;
  key: string;
}

/** The stores, with the recorded tables replaced. */
function replaceTables(
  stores: Stores,
  { tables }: Recording,
  replace: (table: RowTable, name: AuditedTableName, place: Place) => RowTable,
): Stores {
  const areas = Object.keys(TABLE_NAMES) as (keyof AreaStores)[];
  const makers = areas.map((area) => {
    const names = TABLE_NAMES[area];
    const recorded = Object.entries(names).filter(([, name]) => tables.includes(name as never));
    const make = () => {
      const store = stores[area];
      if (recorded.length === 0) return store;
      const replaced = recorded.map(([key, name]) => [
        key,
        replace((store as never)[key] as RowTable, name as AuditedTableName, { area, key }),
      ]);
      return { ...store, ...Object.fromEntries(replaced) };
    };
    return [area, make];
  });
  const transaction = () => stores.transaction;
  return lazyStores({ ...Object.fromEntries(makers), transaction });
}

/** Does each write in a transaction. */
function inTransactions(
  table: RowTable,
  within: (work: (table: RowTable) => Promise<unknown>) => Promise<unknown>,
): RowTable {
  const writes = WRITES.map((name) => [
    name,
    (...given: unknown[]) => within((inner) => (inner[name] as never as Method)(...given)),
  ]);
  return { ...table, ...Object.fromEntries(writes) };
}
type Method = (...given: unknown[]) => Promise<unknown>;

/** Notes the rows before and after each write. */
function noting(table: RowTable, name: AuditedTableName, changes: RowChanges): RowTable {
  /** Rows that this transaction has locked, which therefore nobody else changes. */
  const locked = new Map<string, Row>();
  const { key } = TABLES[name];

  async function before(row: Row): Promise<Row | undefined> {
    const known = locked.get(keyOf(name, row));
    return known ?? table.lock(Object.fromEntries(key.map((column) => [column, row[column]])));
  }

  /** The rows that a write is about to change; undefined if there are too many to record each. */
  async function affected(where: Where<Row>): Promise<Row[] | undefined> {
    if (key.every((column) => typeof where[column] === 'string')) {
      const row = await table.lock(where);
      return row ? [row] : [];
    }
    // Not every table has an `id`.
    const rows = await table.list({ where, order: key, limit: ROWS_MAX + 1 });
    return rows.length > ROWS_MAX ? undefined : rows;
  }

  function noteAll(rows: Row[] | undefined, written: number, change?: Partial<Row>): void {
    if (!rows) changes.noteMany(name, written);
    for (const row of rows ?? []) {
      const after = change && { ...row, ...change };
      changes.note(name, row, after);
      if (after) locked.set(keyOf(name, row), after);
      else locked.delete(keyOf(name, row));
    }
  }

  return {
    ...table,
    async lock(where) {
      const row = await table.lock(where);
      if (row) locked.set(keyOf(name, row), row);
      return row;
    },
    async insert(rows) {
      await table.insert(rows);
      const list = [rows].flat() as Row[];
      if (list.length > ROWS_MAX) changes.noteMany(name, list.length);
      else for (const row of list) changes.note(name, undefined, row);
    },
    async put(row) {
      const old = await before(row);
      await table.put(row);
      changes.note(name, old, row);
      locked.set(keyOf(name, row), row);
    },
    async update(where, change) {
      const rows = await affected(where);
      const written = await table.update(where, change);
      noteAll(rows, written.length, change);
      return written;
    },
    async change(where, change) {
      const rows = await affected(where);
      const written = await table.change(where, change);
      noteAll(rows, written, change);
      return written;
    },
    async delete(where) {
      const rows = await affected(where);
      const deleted = await table.delete(where);
      noteAll(rows, deleted);
      return deleted;
    },
  };
}
