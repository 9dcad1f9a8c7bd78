import { expect, it } from 'vitest';
import { ASSUMED_SUPPORT } from '../../model/endpoint.ts';
import { sentParameters } from './sent-parameters.ts';

const PARAMETERS = {
  temperature: 0,
  top_p: 0.9,
  max_output_tokens: 100,
  stop: ['END'],
  seed: 7,
  presence_penalty: 1,
  frequency_penalty: -1,
  reasoning_effort: 'low' as const,
};

it('all parameters are sent to a model that supports them', () => {
  expect(sentParameters(PARAMETERS, { supports: ASSUMED_SUPPORT.compatible })).toEqual({
    sent: PARAMETERS,
    unsupported: [],
  });
});

it('parameters that a model does not support are named instead of sent', () => {
  const supports = { ...ASSUMED_SUPPORT.anthropic, temperature: false, reasoning: false };
  expect(sentParameters({ ...PARAMETERS, seed: undefined }, { supports })).toEqual({
    sent: { max_output_tokens: 100, stop: ['END'] },
    unsupported: [
      'temperature',
      'top_p',
      'presence_penalty',
      'frequency_penalty',
      'reasoning_effort',
    ],
  });
});
