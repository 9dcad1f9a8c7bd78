import { describe, expect, it } from 'vitest';
import { fakeDefinition } from '#console/modules/run/testing.ts';
import { outputErrors } from './output-errors.ts';

const bad = { output_valid: false, output_text: '{"sentiment":"odd"}' };

describe('what is wrong with an output', () => {
  it('is nothing when it fits, when there is none, or when the format is not known', () => {
    expect(outputErrors({ ...bad, output_valid: true }, fakeDefinition())).toEqual([]);
    expect(outputErrors({ ...bad, output_valid: null }, fakeDefinition())).toEqual([]);
    expect(outputErrors(bad, undefined)).toEqual([]);
  });

  it('is named by field', () => {
    expect(outputErrors(bad, fakeDefinition())).toEqual([
      { pointer: '/sentiment', message: 'Must be one of: good, bad' },
    ]);
  });
});
