import { validateHeaderName, validateHeaderValue } from 'node:http';

/**
 * The first header that can't be sent: tokens may have been entered with characters that no header may contain. undici
 * notices too late, and its connection pool for the host then waits forever, for everybody.
 */
export function unsendable(headers: Readonly<Record<string, string>>): string | undefined {
  return Object.entries(headers).find(([name, value]) => {
    try {
      validateHeaderName(name);
      validateHeaderValue(name, value);
      return false;
    } catch {
      return true;
    }
  })?.[0];
}
