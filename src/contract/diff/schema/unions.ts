import { waysOf } from '../values/atoms.ts';
import { emptyNode, isBare, type SchemaNode } from './node.ts';

/**
 * Pairs the branches of two unions whose branches are mutually exclusive, so that they can be compared pair by pair.
 * Undefined when that is not certain.
 */
export function pairBranches(
  base: SchemaNode,
  next: SchemaNode,
): [SchemaNode, SchemaNode][] | undefined {
  const left = branchesOf(base);
  const right = branchesOf(next);
  if (!left || !right || left.length !== right.length) return undefined;
  const property = tagProperty([...left, ...right]);
  const labelled = (branches: Branch[]) => labels(branches, property);
  const before = labelled(left);
  const after = labelled(right);
  if (!before || !after) return undefined;
  const pairs: [SchemaNode, SchemaNode][] = [];
  for (const [label, branch] of before) {
    const other = after.get(label);
    if (!other) return undefined;
    pairs.push([branch, other]);
  }
  return pairs;
}

interface Branch {
  node: SchemaNode;
  types: string[];
  atoms: SchemaNode[];
}

function branchesOf(node: SchemaNode): Branch[] | undefined {
  const list = node.anyOf.length > 0 ? node.anyOf : node.oneOf;
  if (list.length === 0 || (node.anyOf.length > 0 && node.oneOf.length > 0)) return undefined;
  if (node.ref || !isBare({ ...emptyNode('', node.direction), ...node, anyOf: [], oneOf: [] }))
    return undefined;
  const branches: Branch[] = [];
  for (const branch of list) {
    const ways = waysOf([branch]);
    const types = ways[0]?.flatMap((atom) => (atom.types ? [atom.types] : [])).at(-1);
    if (ways.length !== 1 || !ways[0] || !types) return undefined;
    branches.push({ node: branch, atoms: ways[0], types });
  }
  return branches;
}

/** A property that every object branch requires, with one of a few constants. */
function tagProperty(branches: Branch[]): string | undefined {
  const objects = branches.filter(({ types }) => types.includes('object'));
  const names = new Set(objects[0]?.atoms.flatMap((atom) => atom.required));
  return [...names].find((name) => objects.every((branch) => tagsOf(branch, name).length > 0));
}

function tagsOf({ atoms }: Branch, name: string): string[] {
  if (!atoms.some((atom) => atom.required.includes(name))) return [];
  const lists = atoms.flatMap((atom) => {
    const texts = atom.properties.get(name)?.enumTexts;
    return texts ? [[...texts]] : [];
  });
  return lists.sort((a, b) => a.length - b.length)[0] ?? [];
}

/** Each branch by its distinguishing value; undefined when two branches could match the same value. */
function labels(
  branches: Branch[],
  property: string | undefined,
): Map<string, SchemaNode> | undefined {
  const taken = new Set<string>();
  const found = new Map<string, SchemaNode>();
  const objects = branches.filter(({ types }) => types.includes('object')).length;
  for (const branch of branches) {
    const own = branch.types.flatMap((type) => {
      if (type !== 'object' || objects < 2) return [type === 'integer' ? 'number' : type];
      return property === undefined
        ? []
        : tagsOf(branch, property).map((tag) => `${property}=${tag}`);
    });
    if (own.length === 0 || own.some((label) => taken.has(label))) return undefined;
    for (const label of own) taken.add(label);
    found.set(own.sort().join(), branch.node);
  }
  return found;
}
