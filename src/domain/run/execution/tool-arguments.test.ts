import { expect, it } from 'vitest';
import { argumentMistakes } from './tool-arguments.ts';

const schema = (properties: object) => ({ type: 'object', properties, required: ['constructor'] });

it('says what does not fit', () => {
  const text = schema({ constructor: { type: 'string', pattern: '^[A-Z]+-\\d+$' } });
  expect(argumentMistakes(text, { constructor: 'AB-12' })).toEqual([]);
  expect(argumentMistakes(text, { constructor: 'ab' })).toHaveLength(1);
  // What every object inherits is nothing that the model gave.
  expect(argumentMistakes(text, {})).toEqual([
    "the object must have required property 'constructor'",
  ]);
});

it('is not kept busy by a pattern', () => {
  const slow = schema({ constructor: { type: 'string', pattern: '^(a+)+$' } });
  expect(argumentMistakes(slow, { constructor: `${'a'.repeat(50_000)}!` })).toHaveLength(1);
});
