import { invalidRequest } from '../http/problem.ts';

/** @throws MockProblem 400 for an address that the server would never reach */
export function checkUrl(url: string): void {
  const parsed = URL.parse(url);
  const message =
    !parsed || !/^https?:$/.test(parsed.protocol)
      ? 'Must be an http or https address'
      : /^(localhost|127\.|10\.|192\.168\.|169\.254\.|\[)/.test(parsed.hostname)
        ? 'Must be an address of the public internet'
        : undefined;
  if (message) throw invalidRequest([{ pointer: '/url', message }]);
}

/** A secret in the form of Standard Webhooks. */
export function newSecret(): string {
  return `whsec_${btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(24))))}`;
}
