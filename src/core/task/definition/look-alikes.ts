import type { OutputField } from '#generated/model/index.ts';

/**
 * Names of output fields of one object that differ only in case or punctuation (`first_name`, `firstName`), in groups.
 * They are allowed, but many generated clients give both the same name.
 */
export function lookAlikes(fields: readonly OutputField[]): string[][] {
  const groups = Map.groupBy(fields, ({ name }) => name.replaceAll('_', '').toLowerCase());
  const own = [...groups.values()].map((group) => [...new Set(group.map(({ name }) => name))]);
  const inner = fields.flatMap(({ fields: nested = [] }) => lookAlikes(nested));
  return [...own.filter((names) => names.length > 1), ...inner];
}
