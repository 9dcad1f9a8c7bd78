import { expect, it } from 'vitest';
import { argumentMistakes } from './tool-arguments.ts';

const schema = (properties: object) => ({ type: 'object', properties, required: ['constructor'] });

it('says which arguments are invalid', () => {
  const text = schema({ constructor: { type: 'string', pattern: '^[A-Z]+-\\d+$' } });
  expect(argumentMistakes(text, { constructor: 'AB-12' })).toEqual([]);
  expect(argumentMistakes(text, { constructor: 'ab' })).toHaveLength(1);
  // Properties that every object inherits aren't arguments.
  expect(argumentMistakes(text, {})).toEqual([
    "the object must have required property 'constructor'",
  ]);
});

it("can't be blocked by a slow pattern", () => {
  const slow = schema({ constructor: { type: 'string', pattern: '^(a+)+$' } });
  expect(argumentMistakes(slow, { constructor: `${'a'.repeat(50_000)}!` })).toHaveLength(1);
});

const stallOf = (work: () => unknown) => {
  const began = performance.now();
  work();
  return performance.now() - began;
};

it("can't be blocked by a large pattern, many texts, unique items or a long list of values", () => {
  const items = (of: object) => schema({ constructor: { type: 'array', ...of } });
  const objects = Array.from({ length: 12_000 }, (_, n) => ({ n }));
  const values = Array.from({ length: 12_000 }, (_, n) => n);
  const texts = Array(5000).fill('ab'.repeat(15));
  const cases: [schema: object, args: unknown, mistakes: number][] = [
    [items({ uniqueItems: true }), objects, 0],
    [items({ uniqueItems: true }), [...objects, { n: 7 }], 1],
    [items({ items: { enum: values.map((n) => ({ n })) } }), objects, 0],
    [items({ items: { pattern: '(\\w{0,20}\\s?){20}$' } }), texts, 0],
    [items({ items: { pattern: '(.{0,1000}){600}' } }), texts, 0],
  ];
  for (const [limits, list, mistakes] of cases) {
    let found: string[] = [];
    expect(
      stallOf(() => {
        found = argumentMistakes(limits, { constructor: list });
      }),
    ).toBeLessThan(2000);
    expect(found).toHaveLength(mistakes);
  }
  expect(argumentMistakes(items({}), { constructor: ['x'.repeat(200_000)] })).toEqual([
    'they have more than 200,000 characters',
  ]);
});

it('still checks the rest of a schema with a pattern that it does not know', () => {
  const ahead = schema({ constructor: { type: 'string', pattern: '^(?=.*a).+$', maxLength: 3 } });
  expect(argumentMistakes(ahead, { constructor: 'bbb' })).toEqual([]);
  expect(argumentMistakes(ahead, { constructor: 'aaaa' })).toHaveLength(1);
});

it("a schema can't refer to another one, and is checked although another has the same $id", () => {
  const part = (type: string) => ({ $id: 'https://example.com/part', type });
  const first = schema({ constructor: part('string') });
  const second = schema({ constructor: part('number') });
  const third = schema({ constructor: { $ref: 'https://example.com/part' } });
  expect(argumentMistakes(first, { constructor: 1 })).toHaveLength(1);
  expect(argumentMistakes(second, { constructor: 'a' })).toHaveLength(1);
  // It can't be compiled.
  expect(argumentMistakes(third, { constructor: [] })).toEqual([]);
});
