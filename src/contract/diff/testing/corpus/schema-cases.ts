import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { Direction, Verdict } from '../../types.ts';

type Components = Record<string, unknown>;

/** As written in `schemas/*.yaml`; exactly one of the four relations between the schemas is given. */
interface Written {
  name: string;
  /** `wide` allows everything that `narrow` does, and more. */
  wide?: unknown;
  narrow?: unknown;
  /** Each allows something that the other does not. */
  crossing?: [unknown, unknown];
  /** All of them are equivalent. */
  same?: unknown[];
  /** Anything else: the verdicts are given. */
  base?: unknown;
  next?: unknown;
  expect?: Record<Direction, [forward: Verdict, backward: Verdict]>;
  /** Components of the older document, and of the newer one if they differ. */
  schemas?: [Components, Components?];
  /** The verdict when no value is rejected but a field is added or removed. */
  loose?: Verdict;
  /** Ajv cannot check this: it depends on a discriminator, or on a property that Ajv ignores. */
  witness?: 'unchecked';
}

/** One comparison, with the expected verdict. */
export interface SchemaCase {
  name: string;
  direction: Direction;
  base: unknown;
  next: unknown;
  schemas: [base: Components, next: Components];
  expected: Verdict | 'no change';
  isWitnessChecked: boolean;
}

/** Every pair in both directions, as a request and as a response. */
export function readSchemaCases(file: string): SchemaCase[] {
  const text = readFileSync(new URL(`schemas/${file}.yaml`, import.meta.url), 'utf8');
  return (parse(text) as Written[]).flatMap(toCases);
}

function toCases(written: Written): SchemaCase[] {
  const { name, same, loose, schemas: [before = {}, after = before] = [] } = written;
  const isWitnessChecked =
    written.witness !== 'unchecked' && !/"(readOnly|writeOnly)"/.test(JSON.stringify(written));
  const pair = (
    base: unknown,
    next: unknown,
    expected: Record<Direction, readonly [SchemaCase['expected'], SchemaCase['expected']]>,
  ): SchemaCase[] =>
    (['request', 'response'] as const).flatMap((direction) => [
      {
        name: `${name}, ${direction}`,
        direction,
        base,
        next,
        schemas: [before, after],
        expected: expected[direction][0],
        isWitnessChecked,
      },
      {
        name: `${name}, ${direction}, reversed`,
        direction,
        base: next,
        next: base,
        schemas: [after, before],
        expected: expected[direction][1],
        isWitnessChecked,
      },
    ]);
  if (same) {
    const nothing = loose ?? 'no change';
    const expected = { request: [nothing, nothing], response: [nothing, nothing] } as const;
    return same.slice(1).flatMap((other) => pair(same[0], other, expected));
  }
  const { crossing, expect } = written;
  if (crossing)
    return pair(...crossing, {
      request: ['breaking', 'breaking'],
      response: ['breaking', 'breaking'],
    });
  if (expect) return pair(written.base ?? written.wide, written.next ?? written.narrow, expect);
  return pair(written.wide, written.narrow, {
    request: ['breaking', 'compatible'],
    response: [loose ?? 'compatible', 'breaking'],
  });
}
