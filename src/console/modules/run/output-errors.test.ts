import { describe, expect, it } from 'vitest';
import { outputErrors } from './output-errors.ts';
import { fakeDefinition, fakeStep } from './testing.ts';

const bad = { output_valid: false, output_text: '{"sentiment":"odd"}' };
const recorded = [{ pointer: '/sentiment', message: 'Must be one of: good, bad' }];

describe('what is wrong with an output', () => {
  it('is nothing when it fits or is not known', () => {
    expect(outputErrors({ ...bad, output_valid: true }, [], fakeDefinition())).toEqual([]);
    expect(outputErrors({ ...bad, output_valid: null }, [], fakeDefinition())).toEqual([]);
  });

  it('is what the last validation recorded', () => {
    const first = fakeStep({
      kind: 'validate',
      output: { errors: [{ pointer: '', message: 'x' }] },
    });
    const last = fakeStep({ id: 'step_2', kind: 'validate', output: { errors: recorded } });
    expect(outputErrors(bad, [first, last])).toEqual(recorded);
  });

  it('is else what the format says now', () => {
    expect(outputErrors(bad, [fakeStep()], fakeDefinition())).toEqual(recorded);
    expect(outputErrors(bad, [fakeStep({ kind: 'validate', output: 'odd' })])).toEqual([]);
  });
});
