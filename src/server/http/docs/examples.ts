import type { Schema } from './schema-view.ts';

/**
 * An example value of a schema: its own example, or one built from the examples of its parts.
 * @returns undefined if there is none
 */
export function exampleOf(
  schema: Schema | undefined,
  components: { schemas: Record<string, Schema> },
  depth = 0,
): unknown {
  if (!schema || depth > 8) return undefined;
  if (schema.$ref)
    return exampleOf(
      components.schemas[schema.$ref.split('/').at(-1) ?? ''],
      components,
      depth + 1,
    );
  if (schema.examples?.length) return schema.examples[0];
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const first = schema.oneOf?.[0] ?? schema.anyOf?.[0];
  if (first) return exampleOf(first, components, depth + 1);
  if (schema.items) {
    const item = exampleOf(schema.items, components, depth + 1);
    return item === undefined ? undefined : [item];
  }
  const fields = Object.entries(schema.properties ?? {})
    .map(([name, field]) => [name, exampleOf(field, components, depth + 1)] as const)
    .filter(([, value]) => value !== undefined);
  return fields.length > 0 ? Object.fromEntries(fields) : undefined;
}
