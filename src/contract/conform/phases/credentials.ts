import { declaredFor } from '../model.ts';
import type { Base, World } from '../world.ts';

/** Calls secured operations without credentials, with unknown ones, and as another account. */
export async function checkCredentials(world: World, base: Base): Promise<void> {
  const { session } = world;
  const { security, method } = base.call.operation;
  if (security.length === 0 || security.some((schemes) => schemes.length === 0)) return;
  // A scheme that cannot be left out (a client certificate) cannot be tested.
  if (security.some((schemes) => schemes.every((name) => !session.api.schemes.has(name)))) return;
  // Something already deleted cannot be deleted without credentials either, so this comes first.
  const call = method === 'GET' ? base.call : await world.forNew(base);
  // If a contract declares how it rejects such requests, responses are checked against that.
  const usual = declaredFor(base.call.operation, 401) ? [] : [401, 403];
  const hasId = call.isResolved && call.operation.path.includes('{');
  for (const [credentials, what, tolerated] of [
    ['none', 'no credentials', usual],
    ['wrong', 'invalid credentials', usual],
    ['other', 'credentials of another account', [401, 403, 404]],
  ] as const) {
    const isOther = credentials === 'other';
    if (isOther && !(session.writer.other && hasId)) continue;
    const situation = { what, site: 'credentials', tolerated };
    const asked = await session.exchange({ ...call, credentials }, situation);
    // Nothing is known about an account whose credentials are refused.
    if (!asked.isSuccess && !(isOther && asked.status === 401)) continue;
    const rule = isOther ? 'other-account-allowed' : 'ignores-credentials';
    const message = `responds with ${asked.status} to a request with ${what}`;
    asked.report(rule, message, 'credentials', 'request');
  }
}
