import { describe, expect, it } from 'vitest';
import { fakeDefinition } from '#console/modules/run/testing.ts';
import { outputErrors } from './output-errors.ts';

const bad = { output_valid: false, output_text: '{"sentiment":"odd"}' };

describe('output errors', () => {
  it('are empty for valid output, no output, or an unknown format', () => {
    expect(outputErrors({ ...bad, output_valid: true }, fakeDefinition())).toEqual([]);
    expect(outputErrors({ ...bad, output_valid: null }, fakeDefinition())).toEqual([]);
    expect(outputErrors(bad, undefined)).toEqual([]);
  });

  it('are reported by field', () => {
    expect(outputErrors(bad, fakeDefinition())).toEqual([
      { pointer: '/sentiment', message: 'Must be one of: good, bad' },
    ]);
  });
});
