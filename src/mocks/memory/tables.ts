import { type Rows, TABLES, type TableName, type TableSpec } from '#domain/tables.ts';

/** All tables as plain JSON: rows by key. */
export type TableData = { [Name in TableName]: Record<string, Rows[Name]> };

const names = Object.keys(TABLES) as TableName[];

/** By table: the columns that refer to it. */
export const REFERRING = Map.groupBy(
  names.flatMap((table) =>
    Object.entries({ ...TABLES[table].references, ...TABLES[table].swept }).map(([column, to]) => ({
      table,
      column,
      to,
    })),
  ),
  ({ to }) => to,
);

/** The key of a row. */
export function keyIn({ key }: Pick<TableSpec, 'key'>, row: object): string {
  return key.map((column) => String(row[column as never])).join(' ');
}

/** A table's rows, by key. */
export function byKey<Name extends TableName>(
  name: Name,
  rows: readonly Rows[Name][],
): Record<string, Rows[Name]> {
  return Object.fromEntries(rows.map((row) => [keyIn(TABLES[name], row), row]));
}

/** Tables without rows. */
export function emptyTables(): TableData {
  return Object.fromEntries(names.map((name) => [name, {}])) as unknown as TableData;
}
