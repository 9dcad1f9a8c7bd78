import { HttpResponse } from 'msw';
import { newId } from '#core/ids.ts';
import { PROBLEMS } from '#core/problem/problems.ts';
import type {
  FieldError,
  Problem,
  ProblemCode,
  TaskContractChange,
} from '#generated/model/index.ts';

interface Extras {
  errors?: FieldError[];
  headers?: Record<string, string>;
  run_id?: string;
  changes?: TaskContractChange[];
}

/** Thrown by resolvers; answered as `application/problem+json`. */
export class MockProblem extends Error {
  readonly code: ProblemCode;
  readonly detail: string;
  readonly extras: Extras;

  constructor(code: ProblemCode, detail: string, extras: Extras = {}) {
    super(detail);
    this.code = code;
    this.detail = detail;
    this.extras = extras;
  }

  toResponse(): Response {
    const [status, title] = PROBLEMS[this.code];
    const { errors, headers, run_id, changes } = this.extras;
    const problem: Problem = {
      type: `/docs/errors#${this.code}`,
      title,
      status,
      detail: this.detail,
      code: this.code,
      ...(errors && { errors }),
      request_id: newId('req'),
      ...(run_id && { run_id }),
      ...(changes && { changes }),
    };
    return HttpResponse.json(problem, {
      status,
      headers: { 'Content-Type': 'application/problem+json', ...headers },
    });
  }
}

/** The same answer whether a thing does not exist or may not be seen. */
export function notFound(): MockProblem {
  return new MockProblem('not_found', 'There is no such thing, or you may not see it.');
}

/** A 400 with all that is wrong; the first error is its detail. */
export function invalidRequest(errors: FieldError[]): MockProblem {
  return new MockProblem('invalid_request', errors[0]?.message ?? 'Invalid request', { errors });
}

/** A 409 for a name that is taken. */
export function nameTaken(message: string): MockProblem {
  return new MockProblem('name_taken', message, { errors: [{ pointer: '/name', message }] });
}
