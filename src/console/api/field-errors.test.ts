import { expect, it } from 'vitest';
import { ApiError } from './api-error.ts';
import { fieldErrors } from './field-errors.ts';

const error = (...errors: [string, string][]) =>
  new ApiError({
    status: 400,
    problem: {
      type: 't',
      title: 'T',
      status: 400,
      code: 'invalid_request',
      errors: errors.map(([pointer, message]) => ({ pointer, message })),
    },
  });

it('maps pointers to form field paths, with the first error of each', () => {
  expect(
    fieldErrors(error(['/name', 'A'], ['/name', 'B'], ['/definition/variables/0/na~1me', 'C'])),
  ).toEqual({ name: 'A', 'definition.variables.0.na/me': 'C' });
});

it('omits errors outside the body', () => {
  expect(fieldErrors(error(['/query/cursor', 'A'], ['/header/if-match', 'B'], ['', 'C']))).toEqual(
    {},
  );
  expect(fieldErrors(new Error('x'))).toEqual({});
});
