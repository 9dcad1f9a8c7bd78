import type { Executor } from '#server/db/executor.ts';
import type { IdentityContext } from '../context.ts';
import type { Exchange } from '../http/exchange.ts';
import { deleteCredentials } from '../repositories/credential.repository.ts';
import type { FlowRow } from '../repositories/flow.repository.ts';
import { type IdentityRow, updateIdentity } from '../repositories/identity.repository.ts';
import { deleteSessions } from '../repositories/session.repository.ts';
import { findSession } from '../sessions/session.ts';

/**
 * Marks the email address as verified, after its owner entered the code that was sent to it. If it wasn't verified
 * before, anyone could have signed up with it. So unless the code comes from the person who did, the account's password,
 * second factors, keys and sessions end: an address belongs to whoever proves it.
 */
export async function addressProven(
  ctx: IdentityContext,
  exchange: Exchange,
  flow: FlowRow,
  identity: IdentityRow,
): Promise<IdentityRow> {
  if (identity.verifiedAt) return identity;
  const isOwn =
    flow.internal.own === 'true' ||
    exchange.deviceOf(identity.id) !== undefined ||
    (await findSession(ctx, exchange))?.identity.id === identity.id;
  if (isOwn) {
    const own = await updateIdentity(ctx.db, identity.id, verified(ctx));
    await ctx.announce(identity.id);
    return own ?? identity;
  }
  const proven = await ctx.db.transaction((tx) => takeOver(ctx, tx, identity, {}));
  await ctx.announce(identity.id);
  ctx.log.info({ identityId: identity.id }, 'an unverified account was taken over by its address');
  return proven;
}

/** Gives an unverified account to the owner of its address: everything set up so far ends. */
export async function takeOver(
  ctx: IdentityContext,
  tx: Executor,
  identity: IdentityRow,
  change: Partial<Pick<IdentityRow, 'name' | 'passwordHash'>>,
): Promise<IdentityRow> {
  await deleteCredentials(tx, identity.id);
  await deleteSessions(tx, identity.id);
  await ctx.endAccess(tx, identity.id);
  const clean = { passwordHash: null, availableAal: 'aal1' as const, updatedAt: ctx.clock() };
  const row = await updateIdentity(tx, identity.id, { ...clean, ...verified(ctx), ...change });
  return row ?? identity;
}

function verified(ctx: IdentityContext) {
  const now = ctx.clock();
  return { verifiedAt: now, addressStatus: 'completed', addressUpdatedAt: now } as const;
}
