import { API_PREFIX, type Operation } from '../call.ts';
import { notFound, ProblemError } from '../problem.ts';
import { methodsOf } from './contract.ts';

/** What HTTP itself can get wrong before an operation runs, for both binders. */
export const REFUSALS = {
  badPath: () => new ProblemError('not_found', "The path isn't a valid URL path."),
  tooLarge: () => new ProblemError('payload_too_large', 'The request body is too large.'),
  noSocket: () => new ProblemError('invalid_request', 'Connect with a WebSocket.'),
  wrongType: ({ file }: Pick<Operation, 'file'>) =>
    new ProblemError(
      'unsupported_media_type',
      file === undefined ? 'Send application/json.' : 'Send multipart/form-data.',
    ),
};

/**
 * The problem of a request that no operation handles: 405 if its path has other methods.
 * @param path with the prefix, without the query
 */
export function unknownPath(path: string): ProblemError {
  if (!isDecodable(path)) return REFUSALS.badPath();
  const methods = path.startsWith(API_PREFIX) ? methodsOf(path.slice(API_PREFIX.length)) : [];
  if (methods.length === 0) return notFound();
  const allow = methods.join(', ');
  return new ProblemError('method_not_allowed', `This path only allows ${allow}.`, {
    headers: { allow },
  });
}

function isDecodable(path: string): boolean {
  try {
    return decodeURIComponent(path) !== '';
  } catch {
    return false;
  }
}
