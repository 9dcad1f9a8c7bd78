import { spend } from '../budget.ts';
import type { SchemaNode } from '../schema/node.ts';
import { minesOf, propertySchemas, schemasFor } from './atoms.ts';
import { freeNames, namesAgainst } from './names.ts';
import { samplePattern } from './regex/sample.ts';
import type { Sampling } from './sampling.ts';

/** The approximate maximum number of objects made from one schema. */
const MOST = 6000;
const MOST_NAMES = 20_001;
/** One value of each type, for places without a schema. */
const ANYTHING = ['text', 1, 1.5, true, null, {}, [], 'x'.repeat(300)];

type Obj = Record<string, unknown>;

/**
 * Objects: the smallest, the fullest, each property in all its forms, each one left out, and undeclared names where the
 * schema is open. A name that only the counterpart declares is not tried on an open object: nobody needs to guard
 * against callers that happen to send exactly that name.
 */
export function sampleObjects(place: Sampling): Obj[] {
  const { atoms, mines, depth, generator } = place;
  const hidden = new Set(atoms.flatMap((node) => [...node.hidden]));
  const declared = [...new Set(atoms.flatMap((node) => [...node.properties.keys()]))].filter(
    (name) => !hidden.has(name),
  );
  const required = [...new Set(atoms.flatMap((node) => node.required))];
  const variants = (name: string): unknown[] => {
    const schemas = propertySchemas(atoms, name);
    if (!schemas) return [];
    return generator.values(schemas, minesOf(schemasFor(mines, name)), depth + 1);
  };
  const first = (name: string): unknown => {
    const schemas = propertySchemas(atoms, name);
    if (!schemas) return undefined;
    return schemas.length === 0 ? 'text' : generator.one(schemas, depth + 1)?.value;
  };
  const add = (object: Obj, name: string, value: unknown): Obj => {
    spend(declared.length / 4);
    const all: Obj = { ...object };
    put(all, name, value);
    for (const node of atoms)
      for (const other of node.dependentRequired.get(name) ?? [])
        if (!Object.hasOwn(all, other)) put(all, other, first(other));
    return all;
  };

  let smallest: Obj = {};
  for (const name of required) {
    const value = Object.hasOwn(smallest, name) ? smallest[name] : first(name);
    if (value === undefined) return [];
    smallest = add(smallest, name, value);
  }
  const least = Math.max(0, ...atoms.map((node) => node.minProperties ?? 0));
  const spare = [...declared, ...(least > 0 ? freeNames(place, least) : [])];
  const base = grow(smallest, spare, least, first);
  const found: Obj[] = [base];
  if (depth >= 5) return found;

  const full = declared.reduce((object, name) => {
    const value = Object.hasOwn(object, name) ? undefined : first(name);
    return value === undefined ? object : add(object, name, value);
  }, smallest);
  found.push(full);
  const names = new Set([...declared, ...required, ...namesAgainst(place)]);
  const share = Math.max(4, Math.ceil(MOST / (1 + names.size)));
  for (const name of names) {
    for (const value of variants(name).slice(0, share)) {
      found.push(add(base, name, value));
      if (least > 0) found.push(add(smallest, name, value));
    }
    if (!required.includes(name)) found.push(omit(full, name));
  }
  found.push(...withPatternNames(place, base), ...withUnlisted(place, base, variants));
  for (const size of sizesOf(mines))
    found.push(grow(smallest, [...declared, ...freeNames(place, size)], size, first));
  // A value may matter only in combination with others.
  if (depth === 0)
    for (const name of declared)
      for (const value of variants(name).slice(0, Math.min(12, share / 4)))
        found.push(add(full, name, value));
  return found;
}

function withPatternNames({ atoms, mines, depth, generator }: Sampling, base: Obj): Obj[] {
  const patterns = mines.flatMap((node) =>
    node.patternProperties.map(({ pattern }) => pattern.text),
  );
  const names = [...new Set(patterns)].flatMap((text) => samplePattern(text).slice(0, 8));
  return names.flatMap((name, index) => {
    const schemas = propertySchemas(atoms, name);
    if (!schemas || atoms.some((node) => node.hidden.has(name))) return [];
    const against = minesOf(schemasFor(mines, name));
    return generator
      .values(schemas, against, depth + 1)
      .slice(0, index === 0 ? 400 : 40)
      .map((value) => ({ ...base, [name]: value }));
  });
}

function withUnlisted(place: Sampling, base: Obj, variants: (name: string) => unknown[]): Obj[] {
  const { atoms, mines, generator } = place;
  const [free] = freeNames(place, 1);
  const schemas = free === undefined ? undefined : propertySchemas(atoms, free);
  if (free === undefined || !schemas) return [];
  const values = [...(schemas.length === 0 ? ANYTHING : []), ...variants(free)];
  const found: Obj[] = values.map((value) => ({ ...base, [free]: value }));
  const naming = mines.flatMap((node) => node.propertyNames ?? []);
  if (naming.length === 0) return found;
  const own = atoms.flatMap((node) => node.propertyNames ?? []);
  const names = generator.values(own, naming, place.depth + 1).filter((v) => typeof v === 'string');
  for (const name of names.slice(0, 60)) {
    const [value] = generator.values(propertySchemas(atoms, name) ?? [], [], place.depth + 1);
    if (value !== undefined && propertySchemas(atoms, name)) found.push({ ...base, [name]: value });
  }
  return found;
}

function sizesOf(mines: readonly SchemaNode[]): number[] {
  const bounds = mines.flatMap((node) => [node.minProperties, node.maxProperties]);
  const near = bounds.flatMap((n) => (n === undefined ? [] : [n - 1, n, n + 1]));
  return [...new Set(near)].filter((n) => n >= 0 && n <= MOST_NAMES);
}

/** Adds properties until there are enough. */
function grow(object: Obj, names: string[], size: number, first: (name: string) => unknown): Obj {
  const all: Obj = { ...object };
  let count = Object.keys(all).length;
  for (const name of names) {
    if (count >= size) break;
    const value = Object.hasOwn(all, name) ? undefined : first(name);
    if (value === undefined) continue;
    put(all, name, value);
    count += 1;
  }
  return all;
}

function omit(object: Obj, name: string): Obj {
  return Object.fromEntries(Object.entries(object).filter(([key]) => key !== name));
}

/** A property named `__proto__` must be set this way. */
function put(object: Obj, name: string, value: unknown): void {
  Object.defineProperty(object, name, {
    value,
    enumerable: true,
    writable: true,
    configurable: true,
  });
}
