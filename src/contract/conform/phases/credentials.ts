import { declaredFor } from '../model.ts';
import { isSuccess, type Session } from '../session.ts';
import type { Base, World } from '../world.ts';

/** Calls secured operations without credentials and with unknown ones. */
export async function checkCredentials(session: Session, world: World, base: Base): Promise<void> {
  const { security, method } = base.call.operation;
  if (security.length === 0 || security.some((schemes) => schemes.length === 0)) return;
  // A scheme that cannot be left out (a client certificate) cannot be tested.
  if (security.some((schemes) => schemes.every((name) => !session.api.schemes.has(name)))) return;
  // Something already deleted cannot be deleted without credentials either, so this comes first.
  const call = method === 'GET' ? base.call : await world.forNew(base);
  // If a contract declares how it rejects such requests, responses are checked against that.
  const tolerated = declaredFor(base.call.operation, 401) ? [] : [401, 403];
  for (const credentials of ['none', 'wrong'] as const) {
    const what = credentials === 'none' ? 'no credentials' : 'invalid credentials';
    const asked = { ...call, credentials };
    const outcome = await session.ask(asked, { what, site: 'credentials', tolerated });
    if (!isSuccess(outcome)) continue;
    const problem = {
      rule: 'ignores-credentials' as const,
      message: `responds with ${outcome.status} to a request with ${what}`,
      cause: 'credentials',
      side: 'request' as const,
    };
    session.record(problem, asked, outcome);
  }
}
