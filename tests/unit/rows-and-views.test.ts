import { expect, test } from 'vitest';
import { newRow, TABLES } from '#domain/tables.ts';
import { asView } from '#domain/view.ts';
import { FIELDS } from '#generated/views/views.ts';

const webhook = {
  id: 'webhook_1',
  name: 'CRM',
  secret: 'sealed',
  version: 3,
  created_by_id: 'user_1',
  created_by_name: 'Ada',
};

test('a view has the fields of the contract in its order, and no others', () => {
  const made = asView('Webhook', webhook, { name: 'Mine' } as never) as object;
  expect(made).toEqual({
    id: 'webhook_1',
    name: 'Mine',
    created_by: { id: 'user_1', name: 'Ada' },
    etag: '"3"',
  });
  expect(Object.keys(made)).toEqual(FIELDS.Webhook.filter((field) => field in made));
});

test.each(Object.keys(FIELDS) as (keyof typeof FIELDS)[])(
  "%s leaves out every column that isn't in its schema",
  (name) => {
    const columns = Object.values(TABLES).flatMap((table) => table.columns);
    const row = Object.fromEntries(columns.map((column) => [column, 'private']));
    const made = Object.keys(asView(name, row, {} as never));
    expect(FIELDS[name]).toEqual(expect.arrayContaining(made));
  },
);

test('a new row has every column of its table, and its own copy of the defaults', () => {
  const given = {
    id: 'task_1',
    org_id: 'o',
    project_id: 'p',
    name: 'Sort',
    model_id: 'm',
    tags: [],
  };
  const who = { created_by_id: 'user_1', created_by_name: 'Ada' };
  const times = { created_at: '2026-01-01T00:00:00.000Z', updated_at: '2026-01-01T00:00:00.000Z' };
  const row = newRow('task', { ...given, ...who, ...times });
  expect(Object.keys(row).sort()).toEqual([...TABLES.task.columns].sort());
  expect(row).toMatchObject({
    description: '',
    active_revision: null,
    environments: {},
    version: 1,
  });
  row.environments.staging = 1;
  expect(TABLES.task.initial.environments).toEqual({});
  expect(() => newRow('task', { ...given, ...who } as never)).toThrow('needs created_at');
});
