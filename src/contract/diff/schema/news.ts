import { isObject } from '#core/json/is-object.ts';
import { type Conjunction, minesOf, reachable, schemasFor } from '../values/atoms.ts';
import { isAnything, namesIn } from '../values/names.ts';
import type { SchemaNode } from './node.ts';

/**
 * The value without the names that `to` declares and `from` does not know, or with such names replaced. An open object
 * may contain them already, but guarding against callers that happen to send exactly that name would make it impossible
 * to ever add a field.
 */
export function withoutNews(
  value: unknown,
  from: Conjunction,
  to: Conjunction,
  how: 'drop' | 'rename',
): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const speakers = minesOf(from);
  const listeners = declaring(to);
  if (Array.isArray(value)) {
    const items = value.map((item, index) =>
      withoutNews(item, itemsOf(speakers, index), itemsOf(listeners, index), how),
    );
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  if (!isObject(value)) return value;
  const kept: [string, unknown][] = [];
  let isChanged = false;
  for (const [name, item] of Object.entries(value)) {
    if (
      !speakers.some((node) => speaksOf(node, name)) &&
      listeners.some((n) => n.properties.has(name))
    ) {
      isChanged = true;
      if (how === 'rename') kept.push([`${name}~`, item]);
      continue;
    }
    const rest = withoutNews(item, schemasFor(speakers, name), schemasFor(listeners, name), how);
    if (rest !== item) isChanged = true;
    kept.push([name, rest]);
  }
  return isChanged ? Object.fromEntries(kept) : value;
}

/** The schemas that describe a value; schemas in `not` and `if` declare nothing. */
function declaring(schemas: Conjunction): SchemaNode[] {
  return reachable(schemas, (node) => [
    ...node.allOf,
    ...node.anyOf,
    ...node.oneOf,
    ...node.dependentSchemas.values(),
    node.then,
    node.else,
    node.ref?.(),
  ]);
}

function speaksOf(node: SchemaNode, name: string): boolean {
  return (
    node.properties.has(name) ||
    node.hidden.has(name) ||
    node.required.includes(name) ||
    namesIn(node.dependentRequired).includes(name) ||
    node.dependentSchemas.has(name) ||
    node.patternProperties.some(({ pattern }) => pattern.test(name)) ||
    [node.additional, node.unevaluatedProperties].some((rest) => rest && !isAnything(rest))
  );
}

function itemsOf(nodes: readonly SchemaNode[], index: number): SchemaNode[] {
  return nodes.flatMap((node) =>
    [node.prefixItems[index] ?? node.items, node.unevaluatedItems].filter((n) => n !== undefined),
  );
}
