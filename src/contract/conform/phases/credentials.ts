import type { Call } from '../call.ts';
import { declaredFor } from '../model.ts';
import { isSuccess, type Session } from '../session.ts';
import type { Base, World } from '../world.ts';

/** Calls secured operations without credentials, with unknown ones, and as another account. */
export async function checkCredentials(session: Session, world: World, base: Base): Promise<void> {
  const { security, method } = base.call.operation;
  if (security.length === 0 || security.some((schemes) => schemes.length === 0)) return;
  // A scheme that cannot be left out (a client certificate) cannot be tested.
  if (security.some((schemes) => schemes.every((name) => !session.api.schemes.has(name)))) return;
  // Something already deleted cannot be deleted without credentials either, so this comes first.
  const call = method === 'GET' ? base.call : await world.forNew(base);
  // If a contract declares how it rejects such requests, responses are checked against that.
  const tolerated = declaredFor(base.call.operation, 401) ? [] : [401, 403];
  await refused(session, { ...call, credentials: 'none' }, 'no credentials', tolerated);
  await refused(session, { ...call, credentials: 'wrong' }, 'invalid credentials', tolerated);
  const hasId = call.isResolved && call.operation.path.includes('{');
  if (session.writer.other && hasId)
    await refused(
      session,
      { ...call, credentials: 'other' },
      'credentials of another account',
      [401, 403, 404],
    );
}

async function refused(
  session: Session,
  call: Call,
  what: string,
  tolerated: readonly number[],
): Promise<void> {
  const outcome = await session.ask(call, { what, site: 'credentials', tolerated });
  if (outcome?.kind !== 'response') return;
  const { status } = outcome;
  const isOther = call.credentials === 'other';
  // Nothing is known about an account whose credentials are refused.
  if (!isSuccess(outcome) && !(isOther && status === 401)) return;
  const rule = isOther ? 'other-account-allowed' : 'ignores-credentials';
  const message = `responds with ${status} to a request with ${what}`;
  session.record({ rule, message, cause: 'credentials', side: 'request' }, call, outcome);
}
