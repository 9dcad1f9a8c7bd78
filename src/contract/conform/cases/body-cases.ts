import { isObject } from '#core/json/is-object.ts';
import { memberOf } from '#core/json/pointer.ts';
import { accepts } from '../../diff/schema/evaluate.ts';
import type { SchemaNode } from '../../diff/schema/node.ts';
import {
  type Conjunction,
  itemSchemas,
  minesOf,
  propertySchemas,
  waysOf,
} from '../../diff/values/atoms.ts';
import type { Call } from '../call.ts';
import type { ApiContent } from '../model.ts';
import { fullestOf, type Sampler } from '../sampler.ts';
import { BASE, type Candidate, candidatesFor } from './candidates.ts';
import type { Case, Tools } from './case.ts';

const MOST_SITES = 160;
const DEEPEST = 6;

/** A place in a body, the schemas that apply there, and a way to put a value there. */
interface Site {
  place: string[];
  schemas: Conjunction;
  base: unknown;
  put(value: unknown): unknown;
  /**
   * A place in another variant of a union. Only what the variant requires is tried; the rest has been tried already.
   */
  isVariant?: boolean;
}

/** Each constraint of a JSON body, from just inside and just outside; each property missing; one extra property. */
export function bodyCases(call: Call, content: ApiContent, tools: Tools): Case[] {
  const { node } = content;
  const root = call.body?.value;
  const full = fullestOf(tools.sampler.bodies(node, [], () => undefined));
  const found: Case[] = [];
  const add = (site: Site, candidate: Candidate): void => {
    const made = judged(call, content, { ...tools, full }, site, candidate);
    if (made) found.push(made);
  };
  for (const site of sitesOf(node, root, tools.sampler)) {
    const candidates = site.isVariant ? [] : candidatesFor(site.schemas, site.base, tools.sampler);
    for (const candidate of candidates) add(site, candidate);
    if (!isObject(site.base)) continue;
    for (const name of Object.keys(site.base)) {
      const { [name]: _, ...value } = site.base;
      add({ ...site, place: [...site.place, name] }, { value, what: 'missing', inner: BASE });
    }
    add(site, { value: { ...site.base, conform_unknown: 1 }, what: 'with an undeclared field' });
  }
  return found;
}

function judged(
  call: Call,
  { type, node }: ApiContent,
  { validator, full }: Tools & { full: unknown },
  site: Site,
  candidate: Candidate,
): Case | undefined {
  const value = site.put(candidate.value);
  const verdict = validator.judge(node, value);
  if (verdict === 'unsure') return undefined;
  const place = site.place.join('.');
  const keywords = verdict === 'invalid' ? validator.keywords(node, value) : [];
  const inner = verdict === 'valid' ? innerOf(call, site, candidate.inner) : undefined;
  const also = candidate.inner === BASE ? alsoOf(call, type, site, candidate, full) : undefined;
  const isCertain = inner && (candidate.inner !== BASE || also);
  return {
    call: { ...call, body: { type, value } },
    // A value that no schema limits can still be too odd to store.
    expect: verdict === 'valid' && !isCertain ? 'odd' : verdict,
    what: `body${place && ` “${place}”`}: ${candidate.what}`,
    site: `body ${place}`,
    keywords,
    ...(isCertain && { inner, ...(also && { also }) }),
    ...formatsOf(keywords, site.schemas),
  };
}

/** The same change, applied to the fullest body, where possible: at the top level. */
function alsoOf(
  call: Call,
  type: string,
  site: Site,
  { value, what }: Candidate,
  full: unknown,
): Case['also'] {
  const [name] = site.place;
  if (name === undefined || site.place.length > 1 || !isObject(full)) return undefined;
  const { [name]: _, ...rest } = full;
  const changed = what === 'missing' ? rest : { ...full, [name]: value };
  const body = (one: unknown) => ({ ...call, body: { type, value: one } });
  return { call: body(changed), inner: body(full) };
}

function innerOf(call: Call, site: Site, inner: unknown): Call | undefined {
  if (inner === undefined) return undefined;
  if (inner === BASE) return call;
  const type = call.body?.type ?? 'application/json';
  return { ...call, body: { type, value: site.put(inner) } };
}

export function formatsOf(keywords: string[], schemas: Conjunction): { formats?: string[] } {
  if (!isOnlyFormat(keywords)) return {};
  return { formats: minesOf(schemas).flatMap((node) => node.format ?? []) };
}

export function isOnlyFormat(keywords: string[]): boolean {
  const others = keywords.filter((keyword) => !['anyOf', 'oneOf', 'type'].includes(keyword));
  const isUnion = keywords.includes('anyOf') || keywords.includes('oneOf');
  if (keywords.includes('type') && !isUnion) return false;
  return others.length > 0 && others.every((keyword) => keyword === 'format');
}

/** Every place in a body that a schema describes, including places that usual values do not fill. */
function sitesOf(node: SchemaNode, root: unknown, sampler: Sampler): Site[] {
  const found: Site[] = [];
  const seen = new Set<string>();

  function visit(site: Site, trail: ReadonlySet<string>): void {
    const key = `${site.place.join('\n')} ${site.schemas.map((each) => each.pointer).join()}`;
    if (found.length >= MOST_SITES || seen.has(key) || site.place.length > DEEPEST) return;
    seen.add(key);
    found.push(site);
    const own = site.schemas.map((each) => each.pointer).join();
    // A recursive schema is followed once more, not forever.
    if (trail.has(own) && site.place.length > 2) return;
    const inner = new Set(trail).add(own);
    const ways = waysOf(site.schemas).slice(0, 12);
    for (const atoms of ways) {
      const base = ways.length > 1 ? (fitting(atoms, site.base, sampler) ?? site.base) : site.base;
      if (isObject(base) && base !== site.base) found.push({ ...site, base, isVariant: true });
      for (const { name, schemas, usual, put } of partsOf(base, atoms)) {
        const inside = usual === undefined ? sampler.one(schemas) : usual;
        if (inside === undefined) continue;
        const putInside = (value: unknown) => site.put(put(value));
        visit({ place: [...site.place, name], schemas, base: inside, put: putInside }, inner);
      }
    }
  }

  visit({ place: [], schemas: [node], base: root, put: (value) => value }, new Set());
  return found;
}

/** The properties of an object, or the first item of a list, each with a way to put another value there. */
function* partsOf(base: unknown, atoms: Conjunction) {
  if (isObject(base))
    for (const name of new Set(atoms.flatMap((each) => [...each.properties.keys()]))) {
      const schemas = propertySchemas(atoms, name);
      const put = (value: unknown): unknown => ({ ...base, [name]: value });
      if (schemas) yield { name, schemas, usual: memberOf(base, name), put };
    }
  if (!Array.isArray(base)) return;
  const schemas = itemSchemas(atoms, 0);
  const put = (value: unknown): unknown => [value, ...base.slice(1)];
  if (schemas && schemas.length > 0) yield { name: '*', schemas, usual: base[0], put };
}

/** The base if it matches this variant of the schema, otherwise a new value. */
function fitting(atoms: Conjunction, base: unknown, sampler: Sampler): unknown {
  return atoms.every((each) => accepts(each, base)) ? base : sampler.one(atoms);
}
