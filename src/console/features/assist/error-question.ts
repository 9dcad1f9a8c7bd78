import type { ApiError } from '#console/api/api-error.ts';

/** Asks what an error means and what to do about it. */
export function errorQuestion({ problem, requestId, message }: ApiError): string {
  const request = requestId ? ` (request ${requestId})` : '';
  if (!problem) return `Explain this error: ${message}${request}`;
  const { title, code, detail = '' } = problem;
  return `Explain this error: ${title}, \`${code}\`. ${detail}${request}`;
}
