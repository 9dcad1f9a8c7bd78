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
