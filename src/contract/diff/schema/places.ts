import { isObject } from '#core/json/is-object.ts';
import { type Conjunction, propertySchemas } from '../values/atoms.ts';
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
      base: others(base),
      next: others(next),
      put: (around, inner) => (isObject(around) ? { ...around, unlisted: inner } : undefined),
    });
  if (all.some((node) => node.items))
    places.push({
      path: ['[]'],
      base: items(base),
      next: items(next),
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

function others(atoms: Conjunction): SchemaNode[] | undefined {
  const found = atoms.flatMap((node) => node.additional ?? []);
  return found.some((node) => node.always === false) ? undefined : found;
}

function items(atoms: Conjunction): SchemaNode[] | undefined {
  const found = atoms.flatMap((node) => node.items ?? []);
  return found.some((node) => node.always === false) ? undefined : found;
}

/** The schemas that always apply: no choice or condition leads to them. */
export function certain(schemas: Conjunction): SchemaNode[] {
  const found = new Map<number, SchemaNode>();
  const visit = (node: SchemaNode) => {
    if (found.has(node.id)) return;
    found.set(node.id, node);
    for (const part of node.allOf) visit(part);
    if (node.ref) visit(node.ref());
  };
  for (const node of schemas) visit(node);
  return [...found.values()];
}
