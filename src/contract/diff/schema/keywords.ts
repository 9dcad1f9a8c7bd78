import { isObject } from '#core/json/is-object.ts';
import type { Source } from '../source.ts';
import { canonical } from '../types.ts';
import { createMatcher } from '../values/regex/matcher.ts';
import { COUNTS, NUMBERS } from './keyword-names.ts';
import { type Pattern, type SchemaNode, TYPES, type TypeName } from './node.ts';

/**
 * Copies the keywords that hold plain values.
 * @throws ContractError when a keyword has an invalid value
 */
export function readKeywords(node: SchemaNode, raw: Record<string, unknown>, source: Source): void {
  const wrong = (key: string, expected: string) =>
    source.fail('invalid_schema', node.pointer, `${key} must be ${expected}.`);
  for (const key of NUMBERS) {
    const value = raw[key];
    if (value === undefined) continue;
    if (typeof value === 'boolean')
      throw wrong(key, 'a number (a boolean is OpenAPI 3.0: use the bound itself)');
    if (typeof value !== 'number' || (key === 'multipleOf' && value <= 0))
      throw wrong(key, 'a number');
    node[key] = value;
  }
  for (const key of COUNTS) {
    const value = raw[key];
    if (value === undefined) continue;
    if (typeof value !== 'number' || value < 0) throw wrong(key, 'a whole number');
    node[key] = value;
  }
  if (raw.type !== undefined) node.types = readTypes(raw.type, wrong);
  if (raw.enum !== undefined) {
    if (!Array.isArray(raw.enum)) throw wrong('enum', 'a list');
    node.enum = raw.enum;
  }
  if (Object.hasOwn(raw, 'const')) {
    // With both, only the constant is allowed, and only if it is listed.
    const text = JSON.stringify(raw.const);
    node.enum = !node.enum || node.enum.some((v) => JSON.stringify(v) === text) ? [raw.const] : [];
  }
  if (node.enum) node.enumTexts = new Set(node.enum.map(canonical));
  const open = raw['x-extensible-enum'];
  if (open) node.extensible = true;
  if (Array.isArray(open)) node.meaning.known = open;
  if (raw.uniqueItems === true) node.uniqueItems = true;
  if (raw.pattern !== undefined) {
    if (typeof raw.pattern !== 'string') throw wrong('pattern', 'a string');
    node.pattern = readPattern(raw.pattern, () => wrong('pattern', 'a valid regular expression'));
  }
  if (typeof raw.format === 'string') node.format = raw.format;
  if (raw.required !== undefined) {
    if (!isNames(raw.required)) throw wrong('required', 'a list of names');
    node.required = raw.required;
  }
  if (isObject(raw.dependentRequired)) {
    for (const [name, names] of Object.entries(raw.dependentRequired)) {
      if (!isNames(names)) throw wrong('dependentRequired', 'lists of names');
      node.dependentRequired.set(name, names);
    }
  }
  for (const key of ['default', 'contentEncoding', 'contentMediaType', 'contentSchema'] as const)
    if (raw[key] !== undefined) node.meaning[key] = raw[key];
  if (raw.deprecated === true) {
    node.meaning.deprecated = true;
    const { 'x-sunset': sunset, 'x-deprecated-since': since } = raw;
    if (sunset !== undefined || since !== undefined)
      node.meaning.announced = { 'x-sunset': sunset, 'x-deprecated-since': since };
  }
}

export function readPattern(text: string, wrong: () => Error): Pattern {
  try {
    return { text, test: createMatcher(text) };
  } catch {
    throw wrong();
  }
}

function readTypes(type: unknown, wrong: (key: string, expected: string) => Error): TypeName[] {
  const types = Array.isArray(type) ? type : [type];
  if (!types.every((t): t is TypeName => TYPES.includes(t as TypeName)))
    throw wrong('type', `one of ${TYPES.join(', ')}, or a list of them`);
  return types.includes('number') ? types.filter((t) => t !== 'integer') : types;
}

function isNames(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((name) => typeof name === 'string');
}
