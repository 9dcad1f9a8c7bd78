import { newId } from '#core/ids.ts';
import type { ProblemError } from '#domain/problem.ts';

/** A problem as a response. */
export function problemResponse(problem: ProblemError, requestId = newId('req')): Response {
  return Response.json(problem.toBody(requestId), {
    status: problem.status,
    headers: {
      'content-type': 'application/problem+json',
      'cache-control': 'no-store',
      'x-request-id': requestId,
      ...problem.headers,
    },
  });
}
