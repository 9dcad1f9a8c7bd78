import { redirectUriProblem } from '#core/access/redirect-uri.ts';
import { MESSAGES } from '#core/messages.ts';

/** The lines of a text, without empty ones. */
export function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** What is wrong with a list of redirect URIs, one per line; null if nothing. */
export function redirectUrisProblem(text: string): string | null {
  const uris = linesOf(text);
  if (uris.length === 0) return MESSAGES.settings.redirectUriNeeded;
  for (const [i, uri] of uris.entries()) {
    const problem = redirectUriProblem(uri);
    if (problem !== undefined) return uris.length === 1 ? problem : `Line ${i + 1}: ${problem}`;
    if (uris.indexOf(uri) !== i) return `Line ${i + 1} repeats an earlier one`;
  }
  return null;
}
