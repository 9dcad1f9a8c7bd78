import type { ValidateFunction } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diffSchemas } from '../../../diff.ts';
import { createBuilder } from '../../schema/build.ts';
import { withoutNews } from '../../schema/news.ts';
import { openSource } from '../../source.ts';
import { independentAjv } from '../corpus/independent-ajv.ts';
import { change, type Schema, value } from './schemas.ts';

const POOL = values(250);

/** Distinct JSON values. */
function values(count: number): unknown[] {
  const texts = fc.sample(value, { numRuns: count, seed: 7 }).map((one) => JSON.stringify(one));
  return [...new Set(texts)].map((text): unknown => JSON.parse(text));
}

function compile(schema: Schema): ValidateFunction {
  return independentAjv().compile(schema);
}

const node = (schema: Schema) => createBuilder(openSource(schema, 'base'), 'request')(schema, '');

/** Ajv treats every item as evaluated beside `contains`, which is not what 2020-12 says. */
function isBeyondAjv(schemas: [Schema, Schema]): boolean {
  const text = JSON.stringify(schemas);
  return /unevaluated/.test(text) || (/ontains/.test(text) && /prefixItems/.test(text));
}

describe('for schemas that differ by one keyword', () => {
  it('a value that breaks means a break, and each witness shows one', () => {
    fc.assert(
      fc.property(change, (pair) => {
        const [base, next] = JSON.parse(JSON.stringify(pair)) as [Schema, Schema];
        fc.pre(!isBeyondAjv([base, next]));
        const [allows, takes] = [compile(base), compile(next)];
        const { verdict, changes } = diffSchemas(base, next, 'request');
        for (const { level, witness } of changes) {
          if (level !== 'breaking') continue;
          expect([allows(witness), takes(witness)]).toEqual([true, false]);
        }
        if (verdict !== 'compatible') return;
        const [from, to] = [[node(base)], [node(next)]];
        const isNews = (one: unknown) =>
          (['drop', 'rename'] as const).some((how) => {
            const rest = withoutNews(one, from, to, how);
            return rest !== one && allows(rest) && takes(rest);
          });
        const refused = POOL.filter((one) => allows(one) && !takes(one) && !isNews(one));
        expect(refused).toEqual([]);
      }),
      { numRuns: 60, seed: 20_261_121 },
    );
  });
});
