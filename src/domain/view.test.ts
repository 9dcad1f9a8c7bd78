import { expect, test } from 'vitest';
import { FIELDS } from '#generated/views/views.ts';
import { TABLES } from './tables.ts';
import { asView } from './view.ts';

const webhook = {
  id: 'webhook_1',
  name: 'CRM',
  secret: 'sealed',
  version: 3,
  created_by_id: 'user_1',
  created_by_name: 'Ada',
};

test('a view has the fields of the contract and no others', () => {
  const made = asView('Webhook', webhook, { name: 'Mine' } as never) as object;
  expect(made).toEqual({
    id: 'webhook_1',
    name: 'Mine',
    created_by: { id: 'user_1', name: 'Ada' },
    etag: '"3"',
  });
});

test.each(Object.keys(FIELDS) as (keyof typeof FIELDS)[])(
  '%s leaves out every column that its schema has not',
  (name) => {
    const columns = Object.values(TABLES).flatMap((table) => table.columns);
    const row = Object.fromEntries(columns.map((column) => [column, 'private']));
    const made = Object.keys(asView(name, row, {} as never));
    expect(FIELDS[name]).toEqual(expect.arrayContaining(made));
  },
);
