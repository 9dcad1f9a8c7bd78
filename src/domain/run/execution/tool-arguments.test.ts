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
