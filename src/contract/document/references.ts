/** Finds the `$ref`s of an OpenAPI document. Examples are data, and a property may have any name. */

export interface Visit {
  /** An object with a `$ref`; `base` is the `$id` of the nearest enclosing schema that has one. */
  reference(holder: Record<string, unknown>, path: string[], base: string | undefined): void;
  /** A schema with a name of its own. */
  identifier?(id: string): void;
}

/** Keys whose members have names chosen by people. */
const NAMES = new Set(
  'properties patternProperties dependentSchemas $defs definitions schemas parameters responses headers requestBodies securitySchemes links callbacks pathItems paths webhooks content encoding mapping variables scopes'.split(
    ' ',
  ),
);
/** Keys whose values are data. */
const DATA = new Set(['example', 'default', 'const', 'enum', 'value', 'security']);

/** Deeper than any document written by a person. */
export const MAX_DEPTH = 400;

/**
 * Visits each reference once, at any depth.
 * @returns the path of a node that contains itself, if there is one
 */
export function visitReferences(
  root: unknown,
  { reference, identifier }: Visit,
): string[] | 'too deep' | undefined {
  const around = new Set<object>();
  let isTooDeep = false;

  function visit(
    node: unknown,
    path: string[],
    isNames: boolean,
    base: string | undefined,
  ): string[] | undefined {
    if (typeof node !== 'object' || node === null) return undefined;
    if (around.has(node)) return path;
    if (path.length > MAX_DEPTH) isTooDeep = true;
    if (isTooDeep) return undefined;
    around.add(node);
    const circular = isArray(node)
      ? first(node.entries(), ([i, item]) => visit(item, [...path, String(i)], false, base))
      : visitMembers(node as Record<string, unknown>, path, isNames, base);
    around.delete(node);
    return circular;
  }

  function visitMembers(
    node: Record<string, unknown>,
    path: string[],
    isNames: boolean,
    around: string | undefined,
  ) {
    const base = isNames ? around : (idOf(node, around) ?? around);
    if (base !== undefined && base !== around) identifier?.(base);
    // A whole map may be in another file. A property named `$ref` contains a schema, not a string.
    if (typeof node.$ref === 'string') reference(node, path, base);
    return first(Object.entries(node), ([key, value]) => {
      if (isNames) return visit(value, [...path, key], false, base);
      if (DATA.has(key)) return undefined;
      if (key === 'examples') return visitExamples(value, [...path, key], base);
      return visit(value, [...path, key], NAMES.has(key) && !isArray(value), base);
    });
  }

  function visitExamples(value: unknown, path: string[], base: string | undefined): undefined {
    if (typeof value !== 'object' || value === null || isArray(value)) return;
    for (const [name, entry] of Object.entries(value as Record<string, unknown>)) {
      const holder = entry as Record<string, unknown> | null;
      if (typeof holder?.$ref === 'string') reference(holder, [...path, name], base);
    }
  }

  const circular = visit(root, [], false, undefined);
  return isTooDeep ? 'too deep' : circular;
}

/** The absolute `$id` of a schema, without an empty fragment. */
function idOf({ $id }: Record<string, unknown>, base: string | undefined): string | undefined {
  if (typeof $id !== 'string') return undefined;
  return (URL.parse($id, base)?.href ?? $id).replace(/#$/, '');
}

function isArray(value: unknown): value is unknown[] {
  return Array.isArray(value);
}

function first<T, R>(items: Iterable<T>, find: (item: T) => R | undefined): R | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}
