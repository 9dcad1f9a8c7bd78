import { isApiError } from './api-error.ts';

/**
 * The server's errors about the body, by form field path (`/definition/variables/0/name` →
 * `definition.variables.0.name`).
 * @returns an empty object when the error names no field
 */
export function fieldErrors(error: unknown): Record<string, string> {
  if (!isApiError(error)) return {};
  const found: Record<string, string> = {};
  for (const { pointer, message } of error.problem?.errors ?? []) {
    if (/^\/(query|path|header)\//.test(pointer)) continue;
    const path = pointer
      .split('/')
      .slice(1)
      .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
      .join('.');
    // The first error of a field is the one to fix first.
    if (path !== '') found[path] ??= message;
  }
  return found;
}
