import type { SchemaNode } from '../schema/node.ts';

/** The bounds that schemas set on a number, including those of a numeric format or an enumeration. */
export function numbersOf(mines: readonly SchemaNode[]): number[] {
  const found = mines.flatMap((node) => [
    node.minimum,
    node.maximum,
    node.exclusiveMinimum,
    node.exclusiveMaximum,
    node.multipleOf,
    ...(node.format === 'int32' ? [2_147_483_647, -2_147_483_648] : []),
    ...(node.enum ?? []).filter((value) => typeof value === 'number'),
  ]);
  return [...new Set(found.filter((n): n is number => n !== undefined))];
}

export function isMultipleOfAll(value: number, steps: readonly number[]): boolean {
  return steps.every((step) => Math.abs(Math.round(value / step) - value / step) < 1e-9);
}
