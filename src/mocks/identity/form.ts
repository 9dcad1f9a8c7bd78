import { parseJson } from '#core/json/parse-json.ts';
import { badRequest, csrfViolation } from '#domain/identity/errors.ts';
import type { StoredFlow } from './data.ts';
import { csrfOf } from './flow.ts';

/** A submitted form, with dotted names. All values are strings. */
export type Fields = Readonly<Record<string, string | undefined>>;

/** Reads a submission, JSON or form-encoded. Nested and dotted traits are equivalent. */
export async function readFields(request: Request): Promise<Fields> {
  const text = await request.text();
  const type = request.headers.get('content-type') ?? '';
  if (type.includes('x-www-form-urlencoded')) return Object.fromEntries(new URLSearchParams(text));
  try {
    return flatten(parseJson(text === '' ? '{}' : text));
  } catch {
    throw badRequest('The request body is not valid JSON.');
  }
}

/**
 * Rejects submissions that don't come from the flow's own form.
 * @throws IdentityError 403 `security_csrf_violation`
 */
export function checkCsrf(flow: StoredFlow, fields: Fields): void {
  if (flow.type === 'api' || fields.csrf_token === csrfOf(flow)) return;
  throw csrfViolation();
}

function flatten(value: unknown, at = ''): Record<string, string> {
  if (typeof value !== 'object' || value === null)
    return at === '' ? {} : { [at]: String(value ?? '') };
  const parts = Object.entries(value).map(([key, member]) =>
    flatten(member, at ? `${at}.${key}` : key),
  );
  return Object.assign({}, ...parts);
}
