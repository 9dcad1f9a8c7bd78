import { isObject } from '#core/json/is-object.ts';
import { type Conjunction, propertySchemas, reachable } from '../values/atoms.ts';
import { isAnything } from '../values/names.ts';
import type { SchemaNode } from './node.ts';

/** A part of the value that both sides describe; undefined on a side that does not. */
export interface PairedPlace {
  path: string[];
  base: SchemaNode[] | undefined;
  next: SchemaNode[] | undefined;
  put(around: unknown, inner: unknown): unknown;
}

/** The parts of a value described by schemas that all apply to it. */
export function placesOf(base: Conjunction, next: Conjunction): PairedPlace[] {
  const all = [...base, ...next];
  const hidden = new Set(all.flatMap((node) => [...node.hidden]));
  const names = new Set(all.flatMap((node) => [...node.properties.keys(), ...node.required]));
  const places: PairedPlace[] = [];
  for (const name of names) {
    if (hidden.has(name)) continue;
    // A name that one side allows without listing it is not a place that callers use.
    places.push({
      path: [name],
      base: declared(base, name),
      next: declared(next, name),
      put: (around, inner) => (isObject(around) ? { ...around, [name]: inner } : undefined),
    });
  }
  if (all.some((node) => node.additional))
    places.push({
      path: ['{}'],
      base: inside(base, 'additional'),
      next: inside(next, 'additional'),
      put: (around, inner) => (isObject(around) ? { ...around, unlisted: inner } : undefined),
    });
  if (all.some((node) => node.items))
    places.push({
      path: ['[]'],
      base: inside(base, 'items'),
      next: inside(next, 'items'),
      put: (around, inner) =>
        Array.isArray(around) ? (around.length > 0 ? around.with(0, inner) : [inner]) : undefined,
    });
  return places;
}

function declared(atoms: Conjunction, name: string): SchemaNode[] | undefined {
  const found = propertySchemas(atoms, name);
  const listed = atoms.some(
    (node) =>
      node.properties.has(name) ||
      node.required.includes(name) ||
      (node.additional && !isAnything(node.additional)),
  );
  return listed ? found : undefined;
}

function inside(atoms: Conjunction, key: 'additional' | 'items'): SchemaNode[] | undefined {
  const found = atoms.flatMap((node) => node[key] ?? []);
  return found.some((node) => node.always === false) ? undefined : found;
}

/** The schemas that always apply: no choice or condition leads to them. */
export function certain(schemas: Conjunction): SchemaNode[] {
  return reachable(schemas, (node) => [...node.allOf, node.ref?.()]);
}
