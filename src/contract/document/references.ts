import { isObject } from '#core/json/is-object.ts';

/** Finds the `$ref`s of an OpenAPI document. Examples are data, and a property may have any name. */

export interface Visit {
  /** An object with a `$ref`; `base` is the `$id` of the nearest enclosing schema that has one. */
  reference(holder: Json, path: string[], base: string | undefined): void;
  /** A schema with a name of its own. */
  identifier?(id: string): void;
  /** Throws for a node that contains itself, or that is nested too deeply. */
  endless?(path: string[], isCircular: boolean): never;
}

type Json = Record<string, unknown>;

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

/** Visits each reference once, at any depth. */
export function visitReferences(root: unknown, { reference, identifier, endless }: Visit): void {
  const around = new Set<object>();

  function visit(node: unknown, path: string[], isNames: boolean, base: string | undefined): void {
    if (typeof node !== 'object' || node === null) return;
    if (around.has(node) || path.length > MAX_DEPTH) endless?.(path, around.has(node));
    around.add(node);
    if (Array.isArray(node))
      for (const [i, item] of node.entries()) visit(item, [...path, String(i)], false, base);
    else visitMembers(node as Json, path, isNames, base);
    around.delete(node);
  }

  function visitMembers(node: Json, path: string[], isNames: boolean, outer: string | undefined) {
    const base = isNames ? outer : (idOf(node, outer) ?? outer);
    if (base !== undefined && base !== outer) identifier?.(base);
    // A whole map may be in another file. A property named `$ref` contains a schema, not a string.
    if (typeof node.$ref === 'string') reference(node, path, base);
    for (const [key, value] of Object.entries(node)) {
      if (isNames) visit(value, [...path, key], false, base);
      else if (key === 'examples') visitExamples(value, [...path, key], base);
      else if (!DATA.has(key))
        visit(value, [...path, key], NAMES.has(key) && !Array.isArray(value), base);
    }
  }

  function visitExamples(value: unknown, path: string[], base: string | undefined): void {
    if (!isObject(value)) return;
    for (const [name, holder] of Object.entries(value))
      if (isObject(holder) && typeof holder.$ref === 'string')
        reference(holder, [...path, name], base);
  }

  visit(root, [], false, undefined);
}

/** The absolute `$id` of a schema, without an empty fragment. */
function idOf({ $id }: Json, base: string | undefined): string | undefined {
  if (typeof $id !== 'string') return undefined;
  return (URL.parse($id, base)?.href ?? $id).replace(/#$/, '');
}
