import { isObject } from '#core/json/is-object.ts';
import { accepts } from './evaluate.ts';
import type { SchemaNode } from './node.ts';

/**
 * Whether a schema accepts a value that arrives as text (in a path, a query, a header or a form), where `5` may be a
 * number or a string, and a single value may be a list of one.
 */
export function textAccepts(node: SchemaNode, value: unknown): boolean {
  return readingsOf(value).some((reading) => accepts(node, reading));
}

function readingsOf(value: unknown): unknown[] {
  const plain = [value, deep(value, String), deep(value, read)];
  if (Array.isArray(value)) return value.length === 1 ? [...plain, ...readingsOf(value[0])] : plain;
  return isObject(value) || value === null
    ? plain
    : [...plain, ...plain.map((reading) => [reading])];
}

function deep(value: unknown, change: (scalar: string | number | boolean) => unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => deep(item, change));
  if (isObject(value))
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [name, deep(item, change)]),
    );
  return value === null ? null : change(value as string | number | boolean);
}

function read(scalar: string | number | boolean): unknown {
  if (typeof scalar !== 'string') return scalar;
  if (scalar === 'true' || scalar === 'false') return scalar === 'true';
  return scalar.trim() !== '' && Number.isFinite(Number(scalar)) ? Number(scalar) : scalar;
}
