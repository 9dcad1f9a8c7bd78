import { ProblemError } from '#domain/problem.ts';
import { etagOf } from '../store.ts';

/**
 * Refuses a write that replaces another version than it believes.
 * @throws ProblemError `precondition_failed`
 */
export function checkIfMatch(request: Request, thing: { version: number }): void {
  const given = request.headers.get('if-match');
  if (given === null || given === '*' || given === etagOf(thing)) return;
  throw new ProblemError('precondition_failed', 'It changed since you read it. Read it again.', {
    headers: { ETag: etagOf(thing) },
  });
}
