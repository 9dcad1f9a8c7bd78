import { isObject } from '#core/json/is-object.ts';
import { accepts } from '../diff/schema/evaluate.ts';
import type { SchemaNode } from '../diff/schema/node.ts';
import type { Source } from '../diff/source.ts';
import { type Conjunction, propertySchemas, waysOf } from '../diff/values/atoms.ts';
import type { Generator } from '../diff/values/sampling.ts';
import { distinct } from '../distinct.ts';

/** Looks up what is known about a value from elsewhere: an id that a field with this name can have. */
export type KnownValue = (name: string, like: unknown) => unknown;

const DEEPEST = 8;
const NOTHING: KnownValue = () => undefined;

export type Sampler = ReturnType<typeof createSampler>;

/** Generates values that a server should find ordinary: those of the examples, or otherwise the simplest. */
export function createSampler(source: Source, generator: Generator) {
  /** Examples and defaults that authors wrote at a schema or at one that it refers to. */
  function written(node: SchemaNode, depth = 0): unknown[] {
    const raw = source.at(node.pointer);
    if (!isObject(raw) || depth > DEEPEST) return [];
    const { examples, example } = raw;
    const own = Array.isArray(examples) ? examples : example === undefined ? [] : [example];
    const inner = [...(node.ref ? [node.ref()] : []), ...node.allOf];
    const rest = Object.hasOwn(raw, 'default') ? [raw.default] : [];
    return [...own, ...inner.flatMap((part) => written(part, depth + 1)), ...rest];
  }

  function build(
    schemas: Conjunction,
    { full, known, useExamples }: { full: boolean; known: KnownValue; useExamples: boolean },
    depth = 0,
  ): unknown {
    const fits = (value: unknown) => schemas.every((node) => accepts(node, value));
    if (useExamples || depth > 0) {
      const example = schemas.flatMap((node) => written(node)).find(fits);
      if (example !== undefined) return structuredClone(example);
    }
    if (depth <= DEEPEST)
      for (const atoms of waysOf(schemas)) {
        const value = ofAtoms(atoms);
        if (value !== undefined && fits(value)) return value;
      }
    return generator.one(schemas)?.value;

    function ofAtoms(atoms: SchemaNode[]): unknown {
      const isObjectType = atoms.some(
        (node) => node.types?.includes('object') || node.properties.size > 0,
      );
      if (!isObjectType) return undefined;
      const required = atoms.flatMap((node) => node.required);
      const declared = atoms.flatMap((node) => [...node.properties.keys()]);
      const value: Record<string, unknown> = {};
      for (const name of new Set([...required, ...(full ? declared : [])])) {
        const inner = propertySchemas(atoms, name);
        if (!inner) continue;
        const given = known(name, '');
        const one =
          given !== undefined && inner.every((node) => accepts(node, given))
            ? given
            : build(inner, { full: full && depth < 2, known, useExamples: true }, depth + 1);
        if (one !== undefined) value[name] = one;
        else if (required.includes(name)) return undefined;
      }
      return value;
    }
  }

  /**
   * A valid value as different as possible from another one: a server that rejects that particular value accepts this
   * one.
   */
  function otherwise(node: SchemaNode, value: unknown): unknown {
    const atoms = waysOf([node]).find((way) => way.every((part) => accepts(part, value)));
    if (!isObject(value) || !atoms) return undefined;
    const changed = Object.entries(value).map(([name, inner]) => {
      const values = generator.values(propertySchemas(atoms, name) ?? [], []);
      return [
        name,
        values.findLast((each) => each !== inner && typeof each === typeof inner) ?? inner,
      ];
    });
    return Object.fromEntries(changed);
  }

  /** One value; undefined when none was found. */
  const one = (schemas: Conjunction, known: KnownValue = NOTHING) =>
    build(schemas, { full: false, known, useExamples: true });

  /** The same value with fields filled in by name where the schema allows. */
  function fill(node: SchemaNode, value: unknown, known: KnownValue): unknown {
    const filled = replace(value, known);
    return accepts(node, filled) ? filled : value;
  }

  return {
    generator,
    one,
    /** An item that differs from those at other indexes, if its schema allows it. */
    distinct(schemas: Conjunction, index: number): unknown {
      const value = one(schemas);
      const options = [
        vary(value, index),
        ...generator.values(schemas, []).slice(index, index + 1),
      ];
      return options.find((option) => schemas.every((node) => accepts(node, option))) ?? value;
    },
    /** Values for a whole body: the examples, the smallest, the largest, each variant. */
    bodies(node: SchemaNode, examples: readonly unknown[], known: KnownValue): unknown[] {
      const fits = (value: unknown) => value !== undefined && accepts(node, value);
      const whole = [...examples, ...written(node)].map((value) => fill(node, value, known));
      const ways = waysOf([node]).slice(0, 8);
      const made = [false, true].flatMap((full) => [
        build([node], { full, known, useExamples: false }),
        ...(ways.length > 1
          ? ways.map((atoms) => build(atoms, { full, known, useExamples: false }))
          : []),
      ]);
      const all = [...whole, ...made, ...made.map((value) => otherwise(node, value))];
      return distinct(all.filter(fits), (value) => JSON.stringify(value));
    },
    fill,
  };
}

/** The value with most fields; of several, the first, which is the most ordinary. */
export function fullestOf(values: readonly unknown[]): unknown {
  const size = (value: unknown) => (isObject(value) ? Object.keys(value).length : 0);
  return values.toSorted((a, b) => size(b) - size(a))[0];
}

function replace(value: unknown, known: KnownValue): unknown {
  if (Array.isArray(value)) return value.map((item) => replace(item, known));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      const given = typeof inner === 'object' ? undefined : known(name, inner);
      return [name, given !== undefined && inner !== null ? given : replace(inner, known)];
    }),
  );
}

/** Another value of the same shape. */
function vary(value: unknown, index: number): unknown {
  if (typeof value === 'string') return `${value.slice(0, 40)}${letters(index)}`;
  if (typeof value === 'number') return value + index + 1;
  if (!isObject(value)) return value;
  const [name] = Object.keys(value).filter((key) => /name|key|id|title|slug/i.test(key));
  return name === undefined ? value : { ...value, [name]: vary(value[name], index) };
}

/** a, b, … z, ba, bb: names may be limited to letters. */
export function letters(index: number): string {
  const rest = Math.floor(index / 26);
  return (rest > 0 ? letters(rest) : '') + String.fromCharCode(97 + (index % 26));
}
