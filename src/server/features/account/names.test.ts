import { getTableColumns } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { NAMES } from '#domain/account/remove-name.ts';
import { SCHEMA } from '../../stores.ts';

it('knows every column with the name of a person', () => {
  const named = Object.entries(SCHEMA).flatMap(([table, columns]) => {
    const names = Object.keys(getTableColumns(columns));
    const ofPeople = names.filter(
      (name) => /_name$/.test(name) && !/^(task|dataset|target)_/.test(name),
    );
    return ofPeople.flatMap((name) => {
      const id = name.replace(/_name$/, '_id');
      return names.includes(id) && table !== 'user' ? [[table, [id, name]]] : [];
    });
  });
  const known = Object.entries(NAMES).flatMap(([table, pairs]) =>
    pairs.map((pair) => [table, pair]),
  );
  expect(known.map(String).sort()).toEqual(named.map(String).sort());
});
