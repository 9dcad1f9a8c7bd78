import { etagOf } from '../store.ts';
import { MockProblem } from './problem.ts';

/**
 * Refuses a write that replaces another version than it believes.
 * @throws MockProblem `precondition_failed`
 */
export function checkIfMatch(request: Request, thing: { version: number }): void {
  const given = request.headers.get('if-match');
  if (given === null || given === '*' || given === etagOf(thing)) return;
  throw new MockProblem('precondition_failed', 'It changed since you read it. Read it again.', {
    headers: { ETag: etagOf(thing) },
  });
}
