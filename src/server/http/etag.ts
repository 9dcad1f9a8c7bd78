import { ProblemError } from './problem.ts';

/** The ETag of a row's version. */
export function etagOf(version: number): string {
  return `"${version}"`;
}

/**
 * Holds a write against the version that it was made from.
 * @param ifMatch the header as it came; absent matches everything
 * @param version what is there now
 * @throws ProblemError 412 when it changed since
 */
export function requireMatch(ifMatch: string | undefined, version: number): void {
  if (ifMatch === undefined || ifMatch.trim() === '*') return;
  const wanted = ifMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  if (wanted.includes(etagOf(version))) return;
  throw new ProblemError(
    'precondition_failed',
    'It changed since you read it. Read it again, and repeat your change on what is there now.',
    { headers: { etag: etagOf(version) } },
  );
}
