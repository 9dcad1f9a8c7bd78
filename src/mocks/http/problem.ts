import { newId } from '#core/ids.ts';
import type { ProblemError } from '#domain/problem.ts';

/** A problem as a response. */
export function problemResponse(problem: ProblemError): Response {
  return Response.json(problem.toBody(newId('req')), {
    status: problem.status,
    headers: { 'Content-Type': 'application/problem+json', ...problem.headers },
  });
}
