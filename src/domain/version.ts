import { ProblemError } from './problem.ts';

/** The ETag for a row's version. */
export function etagOf({ version }: { version: number }): string {
  return `"${version}"`;
}

/**
 * Rejects a write based on an outdated version.
 * @param ifMatch the `If-Match` header as received; absent matches everything
 * @throws ProblemError 412 when the row has changed since
 */
export function requireMatch(ifMatch: string | undefined, current: { version: number }): void {
  if (ifMatch === undefined || ifMatch.trim() === '*') return;
  const etag = etagOf(current);
  const accepted = ifMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  if (accepted.includes(etag)) return;
  throw new ProblemError(
    'precondition_failed',
    'It has changed since you read it. Read it again and reapply your change.',
    { headers: { etag } },
  );
}
