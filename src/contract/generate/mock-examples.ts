import { samplePattern } from '../diff/values/regex/sample.ts';

interface Bounded {
  type?: unknown;
  pattern?: unknown;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  multipleOf?: number;
}

/**
 * Examples where faker goes wrong: texts with a pattern, numbers with exclusive bounds or steps. One is enough, since
 * orval's factories use the first.
 * @returns none for other schemas, or if none was found
 */
export function mockExamples(schema: Bounded): unknown[] {
  if (schema.type === 'string' && typeof schema.pattern === 'string') return texts(schema);
  const { exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  const isNumber = schema.type === 'number' || schema.type === 'integer';
  if (isNumber && [exclusiveMinimum, exclusiveMaximum, multipleOf].some((one) => one !== undefined))
    return numbers(schema);
  return [];
}

function texts({ pattern, minLength = 0, maxLength = Number.POSITIVE_INFINITY }: Bounded) {
  const fits = new RegExp(pattern as string, 'u');
  return samplePattern(pattern as string, [minLength + 3])
    .filter((text) => fits.test(text) && text.length >= minLength && text.length <= maxLength)
    .slice(0, 1);
}

/** The middle of the range, or a value near the only bound, rounded down to a step. */
function numbers(schema: Bounded): number[] {
  const { exclusiveMinimum, exclusiveMaximum, type } = schema;
  const low = Math.max(schema.minimum ?? -Infinity, exclusiveMinimum ?? -Infinity);
  const high = Math.min(schema.maximum ?? Infinity, exclusiveMaximum ?? Infinity);
  const from = Number.isFinite(low) ? low : Math.min(0, high) - 2;
  const to = Number.isFinite(high) ? high : Math.max(0, from) + 2;
  const step = schema.multipleOf ?? (type === 'integer' ? 1 : (to - from) / 2);
  const middle = Math.floor((from + to) / 2 / step) * step;
  return [middle, middle + step]
    .map((value) => Number(value.toPrecision(12)))
    .filter((value) => value >= from && value <= to)
    .filter((value) => value !== exclusiveMinimum && value !== exclusiveMaximum)
    .slice(0, 1);
}
