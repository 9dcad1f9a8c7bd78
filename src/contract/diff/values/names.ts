import { accepts } from '../schema/evaluate.ts';
import { isBare, type SchemaNode } from '../schema/node.ts';
import { minesOf, propertySchemas } from './atoms.ts';
import { samplePattern } from './regex/sample.ts';
import type { Sampling } from './sampling.ts';

/** A name that no contract lists; it stands for anything a caller may add to an open object. */
const UNLISTED = 'unlisted';

/** Up to `count` undeclared names that the schemas allow. */
export function freeNames({ atoms, mines, depth, generator }: Sampling, count: number): string[] {
  const rules = atoms.flatMap((node) => node.propertyNames ?? []);
  const isAllowed = (name: string) =>
    propertySchemas(atoms, name) !== undefined && rules.every((rule) => accepts(rule, name));
  const plain = Array.from({ length: count }, (_, index) => UNLISTED + (index || ''));
  if (plain.every(isAllowed)) return plain;
  const lengths = Array.from({ length: Math.min(count, 40) }, (_, index) => 3 + index * 5);
  const patterns = atoms.flatMap((node) =>
    node.patternProperties.map(({ pattern }) => pattern.text),
  );
  const naming = mines.flatMap((node) => node.propertyNames ?? []);
  const named = rules.length > 0 ? generator.values(rules, naming, depth + 1) : [];
  const candidates = [
    ...plain,
    ...named.filter((name) => typeof name === 'string'),
    ...patterns.flatMap((text) => samplePattern(text, lengths)),
  ];
  return [...new Set(candidates)].filter(isAllowed).slice(0, count);
}

/**
 * Names of the counterparts that matter: those with dependencies, and declared ones where this side restricts the
 * values of undeclared names.
 */
export function namesAgainst({ atoms, mines }: Sampling): string[] {
  const explicit = atoms.some(
    (node) =>
      node.patternProperties.length > 0 || (node.additional && !isAnything(node.additional)),
  );
  const conditions = minesOf(mines.flatMap((node) => [node.not, node.if].filter((n) => !!n)));
  return [
    ...(explicit ? mines : conditions).flatMap((node) => [...node.properties.keys()]),
    ...mines.flatMap((node) => [
      ...node.required,
      ...namesIn(node.dependentRequired),
      ...node.dependentSchemas.keys(),
    ]),
  ];
}

/** Names with dependencies, and the names that they depend on. */
export function namesIn(dependent: ReadonlyMap<string, string[]>): string[] {
  return [...dependent].flatMap(([name, needed]) => [name, ...needed]);
}

/** Whether a schema allows every value and refers to nothing. */
export function isAnything(node: SchemaNode): boolean {
  return node.always === true || (node.ref === undefined && isBare(node));
}
