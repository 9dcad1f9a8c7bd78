import { getTableName } from 'drizzle-orm';
import { getTableConfig } from 'drizzle-orm/pg-core';
import { expect, it } from 'vitest';
import type { TableName } from '#domain/stores.ts';
import { TABLES, type TableSpec } from '#domain/tables.ts';
import { SCHEMA } from './stores.ts';

// The mocks read keys, unique indexes and cascades from the domain; on the server, they are in the schema.
it.each(Object.keys(TABLES) as TableName[])(
  'the schema of %s has the keys, unique indexes and cascades that the domain requires',
  (name) => {
    const spec = TABLES[name] as TableSpec<{ [column: string]: unknown }>;
    const table = getTableConfig(SCHEMA[name]);
    const { columns, primaryKeys, indexes, uniqueConstraints } = table;
    const key = primaryKeys[0]?.columns ?? columns.filter(({ primary }) => primary);
    expect(table.name).toBe(name);
    expect(key.map((column) => column.name)).toEqual(spec.key);
    const unique = [
      ...indexes.filter(({ config }) => config.unique).map(({ config }) => config.name),
      ...uniqueConstraints.map((one) => one.getName()),
      ...columns.filter((column) => column.isUnique).map((column) => column.uniqueName),
    ];
    expect(unique).toEqual(expect.arrayContaining(Object.keys(spec.unique ?? {})));
    const cascades = table.foreignKeys
      .filter(({ onDelete }) => onDelete === 'cascade')
      .map((one) => one.reference())
      .map(({ columns: [column], foreignTable }) => [column?.name, getTableName(foreignTable)]);
    expect(Object.fromEntries(cascades)).toEqual(spec.references ?? {});
  },
);

it('every column without a foreign key whose rows are swept is the first of an index', () => {
  const missing = Object.entries<TableSpec<never>>(TABLES).flatMap(([name, { swept = {} }]) => {
    const table = getTableConfig(SCHEMA[name as TableName]);
    const { columns, primaryKeys, indexes } = table;
    const first = [
      ...primaryKeys.map((key) => key.columns[0]?.name),
      ...columns.filter((column) => column.primary || column.isUnique).map((one) => one.name),
      ...indexes
        .filter(({ config }) => config.where === undefined)
        .map(
          ({
            config: {
              columns: [column],
            },
          }) => column && 'name' in column && column.name,
        ),
    ];
    return Object.keys(swept)
      .filter((column) => !first.includes(column))
      .map((column) => `${name}.${column}`);
  });
  expect(missing).toEqual([]);
});
