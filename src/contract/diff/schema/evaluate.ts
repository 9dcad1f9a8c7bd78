import { isObject } from '#core/json/is-object.ts';
import { spend } from '../budget.ts';
import { canonical } from '../types.ts';
import { checkFormat } from './formats.ts';
import type { SchemaNode, TypeName } from './node.ts';

/** Why a value is rejected: the keyword, its schema, and the place in the value. */
export interface Refusal {
  keyword: string;
  node: SchemaNode;
  path: string[];
}

interface Context {
  path: string[];
  /** Collects every reason instead of stopping at the first. */
  refusals?: Refusal[];
  /** Checks only the value itself; anything inside it counts as valid. */
  shallow: boolean;
  depth: number;
  seen?: Seen | undefined;
}

/** What a schema and its siblings have evaluated, for the `unevaluated` keywords. */
interface Seen {
  names: Set<string>;
  items: Set<number>;
}

/** Deeper than any generated value; only a schema that applies itself gets there. */
const MAX_DEPTH = 400;

export function accepts(node: SchemaNode, value: unknown): boolean {
  return check(node, value, { path: [], shallow: false, depth: 0 });
}

/** All reasons why a value is rejected; empty if it is accepted. */
export function refusalsOf(node: SchemaNode, value: unknown, shallow = false): Refusal[] {
  const refusals: Refusal[] = [];
  check(node, value, { path: [], refusals, shallow, depth: 0 });
  return refusals;
}

function check(node: SchemaNode, value: unknown, context: Context): boolean {
  if (node.always !== undefined) return node.always || refuse(node, 'false', context);
  spend();
  if (context.depth > MAX_DEPTH) return refuse(node, '$ref', context);
  const { seen } = context;
  const own: Seen | undefined =
    seen || node.unevaluatedProperties || node.unevaluatedItems
      ? { names: new Set(), items: new Set() }
      : undefined;
  const inner: Context = { ...context, depth: context.depth + 1, seen: own };
  let right = checkScalar(node, value, inner);
  if (!right && !context.refusals) return false;
  if (isObject(value)) right = checkObject(node, value, inner) && right;
  else if (Array.isArray(value)) right = checkArray(node, value, inner) && right;
  if (!right && !context.refusals) return false;
  right = checkComposition(node, value, inner) && right;
  if (!right && !context.refusals) return false;
  right = checkUnevaluated(node, value, inner) && right;
  if (right && seen && own) {
    for (const name of own.names) seen.names.add(name);
    for (const index of own.items) seen.items.add(index);
  }
  return right;
}

function refuse(node: SchemaNode, keyword: string, context: Context, ...path: string[]): false {
  context.refusals?.push({ keyword, node, path: [...context.path, ...path] });
  return false;
}

function typeOf(value: unknown): TypeName {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value as TypeName;
}

function checkScalar(node: SchemaNode, value: unknown, context: Context): boolean {
  const failed: string[] = [];
  const { types } = node;
  if (types) {
    const type = typeOf(value);
    if (!types.includes(type) && !(type === 'integer' && types.includes('number')))
      failed.push('type');
  }
  if (node.enumTexts && !isListed(node, value)) failed.push('enum');
  if (typeof value === 'number') {
    if (node.minimum !== undefined && value < node.minimum) failed.push('minimum');
    if (node.maximum !== undefined && value > node.maximum) failed.push('maximum');
    if (node.exclusiveMinimum !== undefined && value <= node.exclusiveMinimum)
      failed.push('exclusiveMinimum');
    if (node.exclusiveMaximum !== undefined && value >= node.exclusiveMaximum)
      failed.push('exclusiveMaximum');
    if (node.multipleOf !== undefined && !isMultiple(value, node.multipleOf))
      failed.push('multipleOf');
  }
  if (typeof value === 'string') {
    if (node.minLength !== undefined || node.maxLength !== undefined) {
      if (!hasLength(value, node.minLength, 'least')) failed.push('minLength');
      if (!hasLength(value, node.maxLength, 'most')) failed.push('maxLength');
    }
    if (node.pattern && !node.pattern.test(value)) failed.push('pattern');
  }
  if (node.format && !checkFormat(node.format, value)) failed.push('format');
  for (const keyword of failed) refuse(node, keyword, context);
  return failed.length === 0;
}

function isListed({ enum: listed = [], enumTexts }: SchemaNode, value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return enumTexts?.has(canonical(value)) === true;
  return listed.includes(value);
}

/** Length is counted in code points, but only if the number of code units is not conclusive. */
function hasLength(value: string, bound: number | undefined, kind: 'least' | 'most'): boolean {
  if (bound === undefined) return true;
  const { length } = value;
  if (kind === 'least')
    return length >= bound && (length >= 2 * bound || [...value].length >= bound);
  return length <= bound || (length <= 2 * bound && [...value].length <= bound);
}

/** As Ajv does with `multipleOfPrecision: 9`. */
function isMultiple(value: number, step: number): boolean {
  const quotient = value / step;
  return Math.abs(Math.round(quotient) - quotient) < 1e-9;
}

function at(context: Context, name: string): Context {
  return { ...context, path: [...context.path, name], seen: undefined };
}

function checkObject(node: SchemaNode, value: Record<string, unknown>, context: Context): boolean {
  let right = true;
  const names = Object.keys(value);
  const fail = (keyword: string, ...path: string[]) => {
    right = refuse(node, keyword, context, ...path);
  };
  for (const name of node.required) if (!Object.hasOwn(value, name)) fail('required', name);
  if (names.length < (node.minProperties ?? 0)) fail('minProperties');
  if (names.length > (node.maxProperties ?? Number.POSITIVE_INFINITY)) fail('maxProperties');
  for (const [name, needed] of node.dependentRequired) {
    if (!Object.hasOwn(value, name)) continue;
    for (const other of needed)
      if (!Object.hasOwn(value, other) && !node.hidden.has(other)) fail('dependentRequired', other);
  }
  for (const [name, schema] of node.dependentSchemas)
    if (Object.hasOwn(value, name) && !check(schema, value, context)) right = false;
  for (const name of names) {
    if (!checkProperty(node, name, value[name], context)) right = false;
    if (node.propertyNames && !accepts(node.propertyNames, name)) fail('propertyNames', name);
  }
  return right;
}

function checkProperty(node: SchemaNode, name: string, value: unknown, context: Context): boolean {
  const { seen } = context;
  if (node.hidden.has(name)) {
    seen?.names.add(name);
    return true;
  }
  const below = (child: SchemaNode) =>
    context.shallow && child.always !== false ? true : check(child, value, at(context, name));
  let known = false;
  let right = true;
  const own = node.properties.get(name);
  if (own) {
    known = true;
    right = below(own);
  }
  for (const { pattern, node: child } of node.patternProperties) {
    if (!pattern.test(name)) continue;
    known = true;
    right = below(child) && right;
  }
  if (!known && node.additional) {
    known = true;
    if (node.additional.always === false)
      right = refuse(node, 'additionalProperties', context, name);
    else right = below(node.additional) && right;
  }
  if (known) seen?.names.add(name);
  return right;
}

function checkArray(node: SchemaNode, value: unknown[], context: Context): boolean {
  const { seen } = context;
  let right = true;
  const fail = (keyword: string) => {
    right = refuse(node, keyword, context);
  };
  if (value.length < (node.minItems ?? 0)) fail('minItems');
  if (value.length > (node.maxItems ?? Number.POSITIVE_INFINITY)) fail('maxItems');
  if (node.uniqueItems && new Set(value.map(canonical)).size < value.length) fail('uniqueItems');
  value.forEach((item, index) => {
    const schema = node.prefixItems[index] ?? node.items;
    if (!schema) return;
    seen?.items.add(index);
    if (schema.always === false) right = refuse(node, 'items', context, String(index));
    else if (!context.shallow && !check(schema, item, at(context, String(index)))) right = false;
  });
  const { contains } = node;
  if (!contains) return right;
  const found = value.flatMap((item, index) => (accepts(contains, item) ? [index] : []));
  for (const index of found) seen?.items.add(index);
  if (found.length < (node.minContains ?? 1)) fail(node.minContains ? 'minContains' : 'contains');
  if (found.length > (node.maxContains ?? Number.POSITIVE_INFINITY)) fail('maxContains');
  return right;
}

function checkComposition(node: SchemaNode, value: unknown, context: Context): boolean {
  const { path, shallow, depth, seen } = context;
  const quiet: Context = { path, shallow, depth };
  let right = true;
  const fail = (keyword: string) => {
    right = refuse(node, keyword, context);
  };
  if (node.ref && !check(node.ref(), value, context)) right = false;
  for (const part of node.allOf) if (!check(part, value, context)) right = false;
  if (node.anyOf.length > 0) {
    // Checks all branches, since each that matches counts for the `unevaluated` keywords.
    const fitting = node.anyOf.filter((part) => check(part, value, { ...quiet, seen }));
    if (fitting.length === 0) fail('anyOf');
  }
  if (node.oneOf.length > 0) {
    const fitting = node.oneOf.filter((part) => check(part, value, quiet));
    if (fitting.length !== 1) fail('oneOf');
    else if (seen && fitting[0]) check(fitting[0], value, { ...quiet, seen });
  }
  if (node.not && check(node.not, value, { ...quiet, shallow: false })) fail('not');
  if (node.if) {
    const holds = check(node.if, value, { ...quiet, shallow: false, seen });
    const branch = holds ? node.then : node.else;
    if (branch && !check(branch, value, context)) right = false;
  }
  return right;
}

function checkUnevaluated(node: SchemaNode, value: unknown, context: Context): boolean {
  const { seen } = context;
  let right = true;
  const { unevaluatedProperties: names, unevaluatedItems: items } = node;
  if (names && seen && isObject(value)) {
    for (const [name, item] of Object.entries(value)) {
      if (seen.names.has(name)) continue;
      if (names.always === false) right = refuse(node, 'unevaluatedProperties', context, name);
      else if (!check(names, item, at(context, name))) right = false;
      seen.names.add(name);
    }
  }
  if (items && seen && Array.isArray(value)) {
    value.forEach((item, index) => {
      if (seen.items.has(index)) return;
      if (items.always === false) right = refuse(node, 'unevaluatedItems', context, String(index));
      else if (!check(items, item, at(context, String(index)))) right = false;
      seen.items.add(index);
    });
  }
  return right;
}
