import { declaredFor } from '../model.ts';
import { isSuccess, type Session } from '../session.ts';
import type { Base, World } from '../world.ts';

/** Secured operations, called by nobody and by somebody unknown. */
export async function checkCredentials(session: Session, world: World, base: Base): Promise<void> {
  const { security, method } = base.call.operation;
  if (security.length === 0 || security.some((schemes) => schemes.length === 0)) return;
  // A scheme that cannot be left out (a client certificate) cannot be tried.
  if (security.some((schemes) => schemes.every((name) => !session.api.schemes.has(name)))) return;
  // What was deleted cannot be deleted again, by nobody.
  const call = method === 'GET' ? base.call : await world.forNew(base);
  // A contract that says how it refuses means it.
  const tolerated = declaredFor(base.call.operation, 401) ? [] : [401, 403];
  for (const credentials of ['none', 'wrong'] as const) {
    const what = credentials === 'none' ? 'no credentials' : 'credentials of nobody';
    const asked = { ...call, credentials };
    const outcome = await session.ask(asked, { what, site: 'credentials', tolerated });
    if (!isSuccess(outcome)) continue;
    const problem = {
      rule: 'ignores-credentials' as const,
      message: `answers ${outcome.status} to a request with ${what}`,
      cause: 'credentials',
      side: 'request' as const,
    };
    session.record(problem, asked, outcome);
  }
}
