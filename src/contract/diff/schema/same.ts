import { kept } from '../kept.ts';
import { canonical } from '../types.ts';
import { COUNTS, NUMBERS } from './keyword-names.ts';
import { childrenOf, type SchemaNode } from './node.ts';

/**
 * Detects quickly whether two schemas are the same apart from annotations and order.
 * Each schema gets a number for its structure, in which a reference counts by name; equal numbers mean equal schemas
 * unless a referenced schema differs. One pass over both documents finds those, so that an unchanged operation costs
 * two lookups.
 */
export function createSameness() {
  const numbers = new Map<string, number>();
  const keys = new Map<number, number>();
  const pairs = new Map<string, boolean>();

  function keyOf(node: SchemaNode): number {
    return kept(keys, node.id, () => kept(numbers, textOf(node, keyOf), () => numbers.size + 1));
  }

  /**
   * Whether everything that both refer to is the same, including cycles: a pair under examination counts as the same.
   */
  function compare(left: SchemaNode, right: SchemaNode, open: Map<string, SchemaNode>): boolean {
    const pair = `${left.id} ${right.id}`;
    const known = pairs.get(pair);
    if (known !== undefined) return known;
    if (open.has(pair)) return true;
    if (keyOf(left) !== keyOf(right)) {
      pairs.set(pair, false);
      return false;
    }
    open.set(pair, left);
    const lefts = referencesOf(left);
    const rights = referencesOf(right);
    const same = [...lefts].every(([name, target]) => {
      const other = rights.get(name);
      return other !== undefined && compare(target(), other(), open);
    });
    if (!same) pairs.set(pair, false);
    return same;
  }

  const references = new Map<number, Map<string, () => SchemaNode>>();
  function referencesOf(node: SchemaNode): Map<string, () => SchemaNode> {
    return kept(references, node.id, () => {
      const inner = childrenOf(node).flatMap(([, child]) => [...referencesOf(child)]);
      return new Map([
        ...(node.ref && node.refName ? [[node.refName, node.ref] as const] : []),
        ...inner,
      ]);
    });
  }

  const outsides = new Map<number, string>();
  const outsideOf = (node: SchemaNode) =>
    kept(outsides, node.id, () => textOf(node, (child) => String(child.always)));

  return {
    /** Equal apart from the schemas inside them. */
    sameItself: (left: SchemaNode, right: SchemaNode) => outsideOf(left) === outsideOf(right),
    same(left: SchemaNode, right: SchemaNode): boolean {
      const open = new Map<string, SchemaNode>();
      const same = compare(left, right, open);
      // The pairs assumed to be the same are the same only if nothing differed.
      if (same) for (const pair of open.keys()) pairs.set(pair, true);
      return same;
    },
  };
}

function textOf(node: SchemaNode, keyOf: (child: SchemaNode) => number | string): string {
  const { pattern, types, enumTexts, required, hidden, dependentRequired, meaning } = node;
  const children = childrenOf(node).map(([keyword, child]) => {
    // The order of branches has no meaning, that of a tuple does.
    const name = /^(allOf|anyOf|oneOf)\/\d+$/.test(keyword) ? keyword.slice(0, 5) : keyword;
    return `${name}=${keyOf(child)}`;
  });
  const listed = (names: Iterable<string>) => [...new Set(names)].sort();
  return canonical([
    [...NUMBERS, ...COUNTS, ...MORE].map((key) => node[key] ?? null),
    pattern?.text,
    types && listed(types),
    enumTexts && listed(enumTexts),
    listed(required),
    listed(hidden),
    [...dependentRequired].map(([name, names]) => [name, ...listed(names)].join()).sort(),
    meaning,
    node.refName,
    children.sort(),
  ]);
}

const MORE = ['always', 'isHidden', 'format', 'uniqueItems'] as const;
