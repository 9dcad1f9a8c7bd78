import { describe, expect, it } from 'vitest';
import { memoryTable } from './table.ts';

interface Row {
  id: string;
  name: string;
  data: Record<string, unknown>;
}

function openTable() {
  const rows: Record<string, Row> = {};
  return memoryTable<Row>({
    name: 'thing',
    spec: { key: ['id'], unique: {} },
    rows: () => rows,
    onWrite: () => undefined,
    onDelete: () => undefined,
  });
}

describe('a table in memory', () => {
  it('keeps JSON as a database does, without fields that are undefined', async () => {
    const table = openTable();
    await table.insert({ id: 'a', name: 'A', data: { kept: null, dropped: undefined } });
    const row = await table.find({ id: 'a' });
    expect(Object.keys(row?.data ?? {})).toEqual(['kept']);
  });

  it("doesn't change columns whose new value is undefined", async () => {
    const table = openTable();
    await table.insert({ id: 'a', name: 'A', data: {} });
    const change = { name: undefined, data: { n: 1 } } as Partial<Row>;
    const [row] = await table.update({ id: 'a' }, change);
    expect(row).toEqual({ id: 'a', name: 'A', data: { n: 1 } });
  });
});
