import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { API_PREFIX } from '#domain/call.ts';
import { notFound, ProblemError } from '#domain/problem.ts';
import type { Problem } from '#generated/model/index.ts';
import { methodsOf, type Operation, operations } from './contract.ts';
import { toFieldErrors } from './field-errors.ts';
import { RequestInvalid } from './validation.ts';

/** Fastify's own errors, as problems of the contract. */
const FRAMEWORK: Readonly<Record<string, (error: FastifyError) => ProblemError>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: () =>
    new ProblemError('payload_too_large', 'The request body is too large.'),
  FST_REQ_FILE_TOO_LARGE: () => new ProblemError('payload_too_large', 'The file is too large.'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () =>
    new ProblemError('unsupported_media_type', "This operation doesn't accept that Content-Type."),
  FST_INVALID_MULTIPART_CONTENT_TYPE: () =>
    new ProblemError('unsupported_media_type', 'Send multipart/form-data.'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () =>
    new ProblemError('invalid_request', "The length of the body doesn't match Content-Length."),
  FST_ERR_CTP_INVALID_JSON_BODY: (error) => malformed(error),
  FST_ERR_BAD_URL: () => new ProblemError('not_found', "The path isn't a valid URL path."),
  // Ids are short, so nothing has such a long one.
  FST_ERR_MAX_PARAM_LENGTH: () => notFound(),
  FST_ERR_NOT_FOUND: () => notFound(),
};

/** Sends a problem. Works before and outside of the app's own error handling. */
export function sendProblem(reply: FastifyReply, problem: ProblemError, requestId: string): void {
  reply
    .code(problem.status)
    .headers(problem.headers)
    .type('application/problem+json')
    .serializer((body: Problem) => JSON.stringify(body))
    .send(problem.toBody(requestId));
}

/** Converts any error to a problem. Unknown errors become internal errors that don't reveal their cause. */
export function toProblem(error: FastifyError, request: FastifyRequest): ProblemError {
  if (error instanceof ProblemError) return error;
  const operation = operations.get(request.routeOptions.config.operationId ?? 'getHealth');
  if (error instanceof RequestInvalid) {
    return invalid(error, (error as Partial<FastifyError>).validationContext ?? 'body', operation);
  }
  const known = FRAMEWORK[error.code];
  if (known) return known(error);
  if (error instanceof SyntaxError && error.statusCode === 400) return malformed(error);
  return new ProblemError(
    'internal_error',
    'Something went wrong on our side. The error was logged.',
    {
      cause: error,
    },
  );
}

/** An invalid path parameter is 404 if the operation declares no 400, because nothing can have such an id. */
function invalid(error: RequestInvalid, part: string, operation?: Operation): ProblemError {
  if (part === 'params' && operation && !operation.responses.has(400)) return notFound();
  const errors = toFieldErrors(error.errors, part, operation);
  const places = errors.map(({ pointer }) => pointer || 'the body').join(', ');
  return new ProblemError('invalid_request', `The request doesn't match the contract: ${places}.`, {
    errors,
  });
}

function malformed(error: Error): ProblemError {
  return new ProblemError('malformed_json', `The body isn't valid JSON: ${error.message}`);
}

/** The problem of a path without a route: 405 if it has a route for another method. */
export function unknownPath(request: FastifyRequest): ProblemError {
  const path = request.url.split('?')[0] ?? '';
  const methods = path.startsWith(API_PREFIX) ? methodsOf(path.slice(API_PREFIX.length)) : [];
  if (methods.length === 0) return notFound();
  const allow = methods.join(', ');
  return new ProblemError('method_not_allowed', `This path only allows ${allow}.`, {
    headers: { allow },
  });
}
