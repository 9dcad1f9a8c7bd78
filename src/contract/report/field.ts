import type { Finding } from './finding.ts';

/** The field of a named schema that a finding is about: `/components/schemas/Task/properties/name/maxLength` → `Task.name` */
export function fieldOf({
  pointer,
  rule,
  data,
}: Pick<Finding, 'pointer' | 'rule' | 'data'>): string | undefined {
  const [, schema, rest = ''] = /^\/components\/schemas\/([^/]+)(.*)$/.exec(pointer ?? '') ?? [];
  if (schema === undefined) return undefined;
  const names = [...rest.matchAll(/\/properties\/([^/]+)/g)].map(([, name = '']) => name);
  // A missing or new `required` is recorded at the schema around the field.
  const last = (data?.path as string[] | undefined)?.at(-1);
  if (/required$/.test(rule) && last !== undefined && last !== '[]') names.push(last);
  return names.length > 0 ? [schema, ...names].join('.') : undefined;
}
