import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { exampleOf } from './example-value.ts';

const ajv = new Ajv2020();
addFormats.default(ajv);
const schema = {
  type: 'object',
  properties: {
    mood: { type: 'string', enum: ['good', 'bad', 'mixed'] },
    score: { type: 'integer', minimum: 3, maximum: 7 },
    sure: { type: 'boolean' },
    note: { anyOf: [{ type: 'string', maxLength: 6 }, { type: 'null' }] },
    when: { type: 'string', format: 'date-time' },
    parts: {
      type: 'array',
      minItems: 2,
      items: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
    },
  },
  required: ['mood', 'score', 'sure', 'note', 'when', 'parts'],
  additionalProperties: false,
};

describe('an example value', () => {
  it('matches its schema, whatever the seed', () => {
    const fits = ajv.compile(schema);
    for (let seed = 0; seed < 200; seed += 1) {
      expect(fits(exampleOf(schema, { seed: String(seed) })), ajv.errorsText(fits.errors)).toBe(
        true,
      );
    }
  });

  it('is the same for the same seed, but not for all seeds', () => {
    const made = (seed: string) => JSON.stringify(exampleOf(schema, { seed }));
    expect(made('a')).toBe(made('a'));
    expect(new Set(['a', 'b', 'c', 'd', 'e'].map(made)).size).toBeGreaterThan(1);
  });

  it('reads a long seed once, not for each field', () => {
    const properties = Object.fromEntries(
      Array.from({ length: 300 }, (_, n) => [`f${n}`, { type: 'string' }]),
    );
    const seed = 'x'.repeat(3_000_000);
    const before = process.threadCpuUsage();
    exampleOf({ type: 'object', properties }, { seed });
    const used = process.threadCpuUsage(before);
    expect((used.user + used.system) / 1000).toBeLessThan(500);
  });

  it('of a recursive schema is finite', () => {
    const circle: { type: string; properties: Record<string, unknown> } = {
      type: 'object',
      properties: {},
    };
    circle.properties.again = circle;
    expect(JSON.stringify(exampleOf(circle, { seed: '' })).length).toBeLessThan(2000);
  });

  it('is undefined where anything is allowed', () => {
    expect(exampleOf(true, { seed: '' })).toBeNull();
    expect(exampleOf({ const: 4 }, { seed: '' })).toBe(4);
  });
});
