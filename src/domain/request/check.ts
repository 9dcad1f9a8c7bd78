import { unstorable } from '#core/json/storable.ts';
import type { FieldError } from '#generated/model/index.ts';
import type { Operation } from '../call.ts';
import { invalidRequest, notFound, ProblemError } from '../problem.ts';
import { shapeOf } from './contract.ts';
import { toFieldErrors } from './field-errors.ts';
import { mistakesIn, PARTS, type Part } from './validation.ts';

/** A request as it arrived: parameters are texts, and names of headers are in lower case. */
export type RequestParts = Record<Part, unknown>;

/**
 * Checks a request against the contract, for both binders. The caller is known and may call the operation. Converts
 * parameters to their types, in place.
 * @throws ProblemError 400; 404 for an impossible id where the contract has no 400
 */
export function checkRequest(operation: Operation, request: RequestParts): void {
  refuseUnknownQuery(operation, request.query);
  const shape = shapeOf(operation.id);
  for (const part of PARTS) {
    const mistakes = mistakesIn(shape, part, request[part]);
    if (mistakes.length === 0) continue;
    // Nothing can have such an id.
    if (part === 'params' && !operation.statuses.includes(400)) throw notFound();
    throw unlikeContract(toFieldErrors(mistakes, part, shape));
  }
  refuseUnstorable(operation, request);
}

/** Rejects unknown query parameters, because silently ignoring a misspelt filter returns the wrong list. */
function refuseUnknownQuery(operation: Operation, query: unknown): void {
  if (!operation.statuses.includes(400)) return;
  const errors = Object.keys(query ?? {})
    .filter((name) => !operation.query.includes(name))
    .map((name) => ({ pointer: `/query/${name}`, message: 'Unknown parameter' }));
  if (errors.length > 0) throw unlikeContract(errors);
}

function refuseUnstorable(operation: Operation, { body, query }: RequestParts): void {
  // Query parameters of an operation that reads none do no harm.
  const isRead = operation.query.length > 0;
  const error = unstorable(body) ?? (isRead ? unstorable(query, '/query') : undefined);
  if (error) throw invalidRequest([error]);
}

function unlikeContract(errors: FieldError[]): ProblemError {
  const places = errors.map(({ pointer }) => pointer || 'the body').join(', ');
  return new ProblemError('invalid_request', `The request doesn't match the contract: ${places}.`, {
    errors,
  });
}
