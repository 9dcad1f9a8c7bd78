import { accepts } from '../schema/evaluate.ts';
import type { SchemaNode, TypeName } from '../schema/node.ts';
import { canonical, outline } from '../types.ts';
import { type Conjunction, conditionsOf, minesOf, waysOf } from './atoms.ts';
import { sampleLists } from './lists.ts';
import { sampleObjects } from './objects.ts';
import type { Generator, Sampling } from './sampling.ts';
import { sampleNumbers, sampleTexts } from './scalars.ts';

const LIMITS = [4000, 400, 120, 40, 12];
const DEEPEST = LIMITS.length;
const CONDITIONS = 24;

/** @param below how much values inside objects and lists are varied: fully, or one value each */
export function createGenerator(below: 'all' | 'one'): Generator {
  const known = new Map<string, unknown[]>();
  const firsts = new Map<string, { value: unknown } | undefined>();

  const generator: Generator = { values, one };

  function values(schemas: Conjunction, against: readonly SchemaNode[], depth = 0): unknown[] {
    if (depth >= DEEPEST || (below === 'one' && depth > 0)) {
      const only = one(schemas, depth);
      return only ? [only.value] : [];
    }
    const key = `${ids(schemas)}|${ids(against)}|${depth}`;
    const before = known.get(key);
    if (before) return before;
    // A schema that requires itself while its values are made gets none: recursion ends here.
    known.set(key, []);
    const mines = minesOf([...schemas, ...against]);
    const found = collect(schemas, LIMITS[depth] ?? 12);
    for (const atoms of waysOf(schemas)) found.add(valuesOf({ atoms, mines, depth, generator }));
    if (depth < 3) for (const extra of combinations(mines)) tryWith(schemas, extra, depth, found);
    known.set(key, found.list);
    return found.list;
  }

  /** Values that also satisfy a condition of one side: a branch, a `not`, an `if`, two branches at once. */
  function tryWith(schemas: Conjunction, extra: SchemaNode[], depth: number, found: Collection) {
    const both = [...schemas, ...extra];
    const mines = minesOf(both);
    for (const atoms of waysOf(both).slice(0, 6))
      found.add(
        valuesOf({ atoms, mines, depth: Math.max(depth, DEEPEST - 2), generator }).slice(0, 24),
      );
  }

  function one(schemas: Conjunction, depth = 0): { value: unknown } | undefined {
    if (depth > 12) return undefined;
    const key = ids(schemas);
    if (firsts.has(key)) return firsts.get(key);
    firsts.set(key, undefined);
    const found = collect(schemas, 1);
    const place = { mines: minesOf(schemas), depth: Math.max(depth, DEEPEST), generator };
    for (const atoms of waysOf(schemas)) {
      found.add(valuesOf({ ...place, atoms }));
      if (found.list.length > 0) break;
    }
    const result = found.list.length > 0 ? { value: found.list[0] } : undefined;
    if (result || depth === 0) firsts.set(key, result);
    else firsts.delete(key);
    return result;
  }

  return generator;
}

type Collection = ReturnType<typeof collect>;

function collect(schemas: Conjunction, limit: number) {
  const seen = new Set<string>();
  const list: unknown[] = [];
  return {
    list,
    add(values: unknown[]): void {
      for (const value of values) {
        if (list.length >= limit) return;
        const text = outline(value);
        if (seen.has(text)) continue;
        seen.add(text);
        if (schemas.every((node) => accepts(node, value))) list.push(value);
      }
    },
  };
}

function combinations(mines: readonly SchemaNode[]): SchemaNode[][] {
  const singles = conditionsOf(mines).map((node) => [node]);
  const pairs = mines.flatMap(({ oneOf }) =>
    oneOf.flatMap((left, index) => oneOf.slice(index + 1).map((right) => [left, right])),
  );
  return [...singles.slice(0, CONDITIONS), ...pairs.slice(0, CONDITIONS)];
}

function ids(schemas: readonly SchemaNode[]): string {
  return schemas.map((node) => node.id).join();
}

const ANY: TypeName[] = ['string', 'integer', 'number', 'boolean', 'null', 'object', 'array'];

function valuesOf(place: Sampling): unknown[] {
  const { atoms, mines } = place;
  const listed = atoms.find((node) => node.enum)?.enum;
  if (listed) return tellingFirst(listed, mines);
  const found: unknown[] = [];
  const types = ANY.filter((type) =>
    atoms.every(
      (node) =>
        !node.types ||
        node.types.includes(type) ||
        (type === 'integer' && node.types.includes('number')),
    ),
  );
  for (const type of types) found.push(...SAMPLES[type](place));
  // Values that the counterpart lists are tried as they are.
  return [...found, ...mines.flatMap((node) => node.enum ?? [])];
}

/** Long lists are cut, so values that some counterpart does not list come first. */
function tellingFirst(listed: unknown[], mines: readonly SchemaNode[]): unknown[] {
  if (listed.length < 10) return listed;
  const lists = mines.flatMap((node) => node.enumTexts ?? []);
  const isTelling = (value: unknown) => lists.some((list) => !list.has(canonical(value)));
  const telling = listed.filter(isTelling);
  return [...telling, ...listed.filter((value) => !telling.includes(value)).slice(0, 200)];
}

const SAMPLES: Readonly<Record<TypeName, (place: Sampling) => unknown[]>> = {
  null: () => [null],
  boolean: () => [true, false],
  integer: ({ atoms, mines }) => sampleNumbers(atoms, mines).filter(Number.isInteger),
  number: ({ atoms, mines }) => sampleNumbers(atoms, mines),
  string: ({ atoms, mines }) => sampleTexts(atoms, mines),
  array: sampleLists,
  object: sampleObjects,
};
