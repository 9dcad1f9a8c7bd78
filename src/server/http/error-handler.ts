import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { operations } from '#domain/call.ts';
import { internalError, notFound, ProblemError } from '#domain/problem.ts';
import { REFUSALS, unknownPath } from '#domain/request/refusals.ts';
import type { Problem, ProblemCode } from '#generated/model/index.ts';
import { isParentGone } from '../db/errors.ts';

/** Fastify's own errors, as problems of the contract. */
const FRAMEWORK: Readonly<
  Record<string, (error: FastifyError, request: FastifyRequest) => ProblemError>
> = {
  FST_ERR_CTP_BODY_TOO_LARGE: REFUSALS.tooLarge,
  FST_REQ_FILE_TOO_LARGE: () => new ProblemError('payload_too_large', 'The file is too large.'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: wrongType,
  FST_INVALID_MULTIPART_CONTENT_TYPE: wrongType,
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () =>
    new ProblemError('invalid_request', "The length of the body doesn't match Content-Length."),
  FST_ERR_BAD_URL: REFUSALS.badPath,
  // Ids are short, so nothing has such a long one.
  FST_ERR_MAX_PARAM_LENGTH: () => notFound(),
  FST_ERR_NOT_FOUND: () => notFound(),
};

/** The codes of the framework's other errors, by status. Newer versions may have more. */
const BY_STATUS: Readonly<Record<number, ProblemCode>> = {
  400: 'invalid_request',
  404: 'not_found',
  405: 'method_not_allowed',
  413: 'payload_too_large',
  415: 'unsupported_media_type',
};

/** Sends a problem. Works before and outside of the app's own error handling. */
export function sendProblem(reply: FastifyReply, problem: ProblemError, requestId: string): void {
  // Not even a 404 may be stored by a cache: tomorrow the caller may see it.
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  reply
    .code(problem.status)
    .header('x-request-id', requestId)
    .headers(problem.headers)
    .type('application/problem+json')
    .serializer((body: Problem) => JSON.stringify(body))
    .send(problem.toBody(requestId));
}

/** Converts any error to a problem. Unknown errors become internal errors that don't reveal their cause. */
export function toProblem(error: FastifyError, request: FastifyRequest): ProblemError {
  if (error instanceof ProblemError) return error;
  const known = FRAMEWORK[error.code];
  if (known) return known(error, request);
  if (isRefusal(error)) return refusal(error, request);
  // Deleted by somebody else since the permission was checked.
  if (isParentGone(error)) return notFound();
  return internalError(error);
}

function wrongType(_error: FastifyError, { routeOptions }: FastifyRequest): ProblemError {
  return REFUSALS.wrongType(operations[routeOptions.config.operationId ?? 'getHealth']);
}

function isRefusal({ code, statusCode = 500 }: FastifyError): boolean {
  return String(code).startsWith('FST_') && statusCode >= 400 && statusCode < 500;
}

function refusal(
  { statusCode = 400, message }: FastifyError,
  request: FastifyRequest,
): ProblemError {
  if (request.is404) return unknownPath(request.url.split('?')[0] ?? '');
  return new ProblemError(BY_STATUS[statusCode] ?? 'invalid_request', message);
}
