import { spend } from '../budget.ts';
import { kept } from '../kept.ts';
import { emptyNode, type SchemaNode } from '../schema/node.ts';

/** Schemas that all apply to the same value. */
export type Conjunction = readonly SchemaNode[];

const LIMIT = 48;

/**
 * The ways in which a value can satisfy several schemas at once: each choice of `anyOf`, `oneOf`, `if` and
 * `dependentSchemas`, with `allOf` and `$ref` followed. Each way is a list of schemas whose plain keywords alone still
 * have to be checked.
 */
export function waysOf(
  schemas: Conjunction,
  path: ReadonlySet<number> = new Set(),
): SchemaNode[][] {
  return product(schemas.map((node) => waysOfOne(node, path)));
}

function waysOfOne(node: SchemaNode, path: ReadonlySet<number>): SchemaNode[][] {
  if (node.always === false) return [];
  // A schema that applies itself to the same value has no defined meaning.
  spend(path.has(node.id) ? Number.POSITIVE_INFINITY : 10);
  if (!isComposed(node)) return [[node]];
  const inner = new Set(path).add(node.id);
  const follow = (part: SchemaNode) => waysOfOne(part, inner);
  const lists: SchemaNode[][][] = [[[node]]];
  if (node.ref) lists.push(follow(node.ref()));
  for (const part of node.allOf) lists.push(follow(part));
  for (const choice of [node.anyOf, node.oneOf])
    if (choice.length > 0) lists.push(choice.flatMap(follow));
  if (node.if) {
    const taken = node.then ? product([follow(node.if), follow(node.then)]) : follow(node.if);
    lists.push([...taken, ...(node.else ? follow(node.else) : [[]])]);
  }
  for (const [name, part] of node.dependentSchemas) {
    const needed = { ...part, required: [...part.required, name] };
    lists.push([[], ...waysOfOne(needed, inner)]);
  }
  return product(lists);
}

function isComposed(node: SchemaNode): boolean {
  return Boolean(
    node.ref ||
      node.allOf.length ||
      node.anyOf.length ||
      node.oneOf.length ||
      node.if ||
      node.dependentSchemas.size,
  );
}

/** Every combination, or if those are too many, each choice once. */
function product(lists: SchemaNode[][][]): SchemaNode[][] {
  if (lists.some((list) => list.length === 0)) return [];
  const count = lists.reduce((total, list) => total * list.length, 1);
  if (count <= LIMIT)
    return lists.reduce<SchemaNode[][]>(
      (found, list) => found.flatMap((left) => list.map((right) => [...left, ...right])),
      [[]],
    );
  const longest = Math.max(...lists.map((list) => list.length));
  return Array.from({ length: longest }, (_, index) =>
    lists.flatMap((list) => list[index % list.length] ?? []),
  );
}

/** Every schema that may affect the value, including those in `not` and `if`: the source of bounds. */
export function minesOf(schemas: Conjunction): SchemaNode[] {
  return reachable(schemas, inPlace);
}

/** The schemas and all those that they lead to. */
export function reachable(
  schemas: Conjunction,
  partsOf: (node: SchemaNode) => readonly (SchemaNode | undefined)[],
): SchemaNode[] {
  const found = new Map<number, SchemaNode>();
  const visit = (node: SchemaNode) => {
    if (found.has(node.id)) return;
    found.set(node.id, node);
    for (const part of partsOf(node)) if (part) visit(part);
  };
  for (const node of schemas) visit(node);
  return [...found.values()];
}

/** The schemas that one applies to, or excludes for, the same value. */
export function inPlace(node: SchemaNode): SchemaNode[] {
  const parts = [...node.allOf, ...node.anyOf, ...node.oneOf, ...node.dependentSchemas.values()];
  for (const part of [node.not, node.if, node.then, node.else]) if (part) parts.push(part);
  if (node.ref) parts.push(node.ref());
  return parts;
}

/** Subschemas that apply only to some values: worth trying a value with each. */
export function conditionsOf(mines: readonly SchemaNode[]): SchemaNode[] {
  return mines.flatMap((node) => [
    ...node.anyOf,
    ...node.oneOf,
    ...[...node.dependentSchemas].flatMap(([name, part]) => [part, having(node, name)]),
    ...[node.not, node.if, node.then, node.else].filter((part) => part !== undefined),
  ]);
}

const holders = new WeakMap<SchemaNode, Map<string, SchemaNode>>();

/** Objects that have a property with this name. */
function having(owner: SchemaNode, name: string): SchemaNode {
  const own = kept(holders, owner, () => new Map<string, SchemaNode>());
  return kept(own, name, () => ({
    ...emptyNode(owner.pointer, owner.direction),
    required: [name],
    types: ['object'],
  }));
}

/** The schemas for a property: by name, by pattern or for additional ones. */
export function schemasFor(nodes: readonly SchemaNode[], name: string): SchemaNode[] {
  return nodes.flatMap((node) => {
    const named = node.properties.get(name);
    const matching = node.patternProperties.filter(({ pattern }) => pattern.test(name));
    const listed = [...(named ? [named] : []), ...matching.map((one) => one.node)];
    if (listed.length > 0) return listed;
    return [node.additional, node.unevaluatedProperties].filter((rest) => rest !== undefined);
  });
}

/** The schemas that apply to a property; undefined if the name is not allowed. */
export function propertySchemas(atoms: Conjunction, name: string): SchemaNode[] | undefined {
  const found: SchemaNode[] = [];
  for (const node of atoms) {
    if (node.hidden.has(name)) continue;
    const own = node.properties.get(name);
    const matching = node.patternProperties.filter(({ pattern }) => pattern.test(name));
    if (own) found.push(own);
    for (const { node: child } of matching) found.push(child);
    if (!own && matching.length === 0 && node.additional) found.push(node.additional);
  }
  if (found.length === 0 && !atoms.some((node) => node.hidden.has(name)))
    for (const { unevaluatedProperties: rest } of atoms) if (rest) found.push(rest);
  return found.some((node) => node.always === false) ? undefined : found;
}

/** The schemas that apply to an item; undefined when there can be none at this index. */
export function itemSchemas(atoms: Conjunction, index: number): SchemaNode[] | undefined {
  const found = atoms.flatMap((node) => node.prefixItems[index] ?? node.items ?? []);
  // Items that match `contains` count as evaluated. Ignoring that requires more than necessary, which only loses a few
  // values.
  if (found.length === 0) found.push(...atoms.flatMap((node) => node.unevaluatedItems ?? []));
  return found.some((node) => node.always === false) ? undefined : found;
}
