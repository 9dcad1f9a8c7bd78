import { accepts } from '../schema/evaluate.ts';
import type { SchemaNode } from '../schema/node.ts';
import { canonical } from '../types.ts';
import { itemSchemas, minesOf } from './atoms.ts';
import type { Sampling } from './sampling.ts';

const MATCHES = 4;
const LONGEST = 100_001;
/** Longer lists repeat one item, and are only tried on their own. */
const VARIED = 1001;

/** Lists of every relevant length, with each kind of item once, and with equal items. */
export function sampleLists(place: Sampling): unknown[][] {
  const { atoms, mines, depth, generator } = place;
  const against = mines.flatMap((node) => [
    node.items,
    ...node.prefixItems,
    node.contains,
    node.unevaluatedItems,
  ]);
  const itemMines = minesOf(against.filter((node) => node !== undefined));
  const unique = atoms.some((node) => node.uniqueItems);
  const wanted = atoms.flatMap((node) => node.contains ?? []);
  const prefix = Math.max(0, ...mines.map((node) => node.prefixItems.length));
  const least = Math.max(
    0,
    ...atoms.map((node) => node.minItems ?? 0),
    ...atoms.map((node) => (node.contains ? (node.minContains ?? 1) : 0)),
  );
  const variants = (index: number): unknown[] => {
    const schemas = itemSchemas(atoms, index);
    return schemas ? generator.values(schemas, itemMines, depth + 1) : [];
  };
  const holding = (index: number): unknown[] => {
    const schemas = itemSchemas(atoms, index);
    return schemas ? generator.values([...schemas, ...wanted], [], depth + 1) : [];
  };

  const ofLength = (length: number): unknown[] | undefined => {
    const list: unknown[] = [];
    const used = new Set<string>();
    for (let index = 0; index < length; index += 1) {
      const options = wanted.length > 0 && index < least ? holding(index) : variants(index);
      const next = unique
        ? (options.find((v) => !used.has(canonical(v))) ?? fresh(options, index))
        : options[0];
      if (next === undefined) return undefined;
      used.add(canonical(next));
      list.push(next);
    }
    return list;
  };

  const filled = (length: number): unknown[] | undefined => {
    const start = ofLength(Math.max(least, prefix) + 1);
    const last = start?.at(-1);
    if (!start || start.length > length) return undefined;
    const more = Array.from({ length: length - start.length }, (_, index) =>
      unique ? fresh([last], index) : last,
    );
    return more.includes(undefined) ? undefined : [...start, ...more];
  };

  const base = ofLength(least);
  if (!base) return [];
  const found: unknown[][] = [base];
  for (const length of lengthsOf(place, least, prefix)) {
    const list = length <= VARIED ? ofLength(length) : depth === 0 ? filled(length) : undefined;
    if (list) found.push(list);
  }
  for (let index = 0; index <= Math.min(prefix, 12); index += 1) {
    for (const value of variants(index)) {
      const list = ofLength(Math.max(index + 1, least));
      if (!list) break;
      list[index] = value;
      found.push(list);
      // The required items, plus this one.
      if (wanted.length > 0) found.push([...base, value]);
    }
  }
  for (const value of variants(prefix).slice(0, 3)) {
    const list = ofLength(prefix);
    if (list) found.push([...list, value, value], [...list, value, value, value]);
  }
  const containing = mines.flatMap((node) => (node.contains ? [node] : []));
  for (const node of containing) {
    const counts = [
      node.minContains ?? 1,
      (node.minContains ?? 1) - 1,
      (node.maxContains ?? 0) + 1,
    ];
    if (node.maxContains !== undefined) counts.push(node.maxContains);
    for (const match of matchesOf(node, containing, itemSchemas(atoms, prefix)))
      for (const count of counts)
        if (count >= 0 && count < 50) {
          const list = Array.from({ length: count }, () => match);
          found.push(list, [...base, ...list]);
        }
  }
  return found;

  /** Items that one side counts, including some that only one side counts. */
  function matchesOf(
    { contains }: SchemaNode,
    all: readonly SchemaNode[],
    schemas: SchemaNode[] | undefined,
  ): unknown[] {
    if (!contains || !schemas) return [];
    const pool = generator.values([...schemas, contains], itemMines, depth + 1);
    const telling = all.flatMap((other) => {
      const apart = other.contains;
      return apart ? pool.filter((value) => !accepts(apart, value)).slice(0, 2) : [];
    });
    return [...pool.slice(0, MATCHES), ...telling];
  }
}

function lengthsOf({ mines }: Sampling, least: number, prefix: number): number[] {
  const bounds = mines.flatMap((node) =>
    [node.minItems, node.maxItems].flatMap((n) => (n === undefined ? [] : [n - 1, n, n + 1])),
  );
  const all = [least, least + 1, 0, 1, 2, prefix - 1, prefix, prefix + 1, ...bounds];
  return [...new Set(all)].filter((n) => n >= least && n <= LONGEST);
}

/** One more item, different from all before: a higher number, a longer text. */
function fresh(options: unknown[], index: number): unknown {
  const [first] = options;
  if (typeof first === 'number') return first + index + 1000;
  if (typeof first === 'string') return `${first}${index}`;
  return undefined;
}
