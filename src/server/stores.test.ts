import { getTableConfig } from 'drizzle-orm/pg-core';
import { expect, it } from 'vitest';
import { TABLES } from '#domain/tables.ts';

it('every column without a foreign key whose rows are swept is the first of an index', () => {
  const missing = Object.entries(TABLES).flatMap(([name, { table, key, swept }]) => {
    const { columns, indexes } = getTableConfig(table);
    const first = [
      key[0],
      ...columns.filter(({ isUnique }) => isUnique).map((one) => one.name),
      ...indexes
        .filter(({ config }) => config.where === undefined)
        .map(({ config: { columns } }) => columns[0] && 'name' in columns[0] && columns[0].name),
    ];
    return Object.entries(swept)
      .filter(([column, to]) => !first.includes(column) || !(to in TABLES))
      .map(([column]) => `${name}.${column}`);
  });
  expect(missing).toEqual([]);
});
