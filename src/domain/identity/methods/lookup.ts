import type { IdentityContext } from '../context.ts';
import { normaliseLookupCode } from '../limits.ts';
import type { LookupCode } from '../settings-nodes.ts';

/** The stored hash of a code. */
export function lookupHash(ctx: IdentityContext, identityId: string, code: string): string {
  return ctx.vault.mac('lookup', `${identityId}\n${normaliseLookupCode(code)}`);
}

/** Uses up a backup code, whichever secret it was hashed with. */
export async function acceptLookupCode(
  ctx: IdentityContext,
  identityId: string,
  code: string,
): Promise<'accepted' | 'used' | 'unknown'> {
  const { lookup } = ctx.rows;
  const hashes = ctx.vault.macs('lookup', `${identityId}\n${normaliseLookupCode(code)}`);
  const isIt = { identityId, hash: { in: hashes } };
  const used = await lookup.change({ ...isIt, usedAt: null }, { usedAt: ctx.clock() });
  if (used > 0) return 'accepted';
  return (await lookup.find(isIt)) ? 'used' : 'unknown';
}

const VAULT = 'pending-lookup';

/** Encrypts new codes, to keep them in the flow until they are confirmed. */
export function sealLookupCodes(ctx: IdentityContext, codes: string[]): string {
  return ctx.vault.encrypt(VAULT, codes.join(' '));
}

/** The codes that are waiting to be confirmed. */
export function pendingLookupCodes(
  ctx: IdentityContext,
  sealed: string | undefined,
): string[] | undefined {
  return sealed ? ctx.vault.decrypt(VAULT, sealed).split(' ') : undefined;
}

const CONFIRMED = 'lookup-code';

/** Encrypts a confirmed code, so that its owner can see it again. Signing in with it needs only its hash. */
export function sealLookupCode(ctx: IdentityContext, code: string): string {
  return ctx.vault.encrypt(CONFIRMED, code);
}

/** A person's confirmed codes, if `canReveal` says that they were stored. */
export async function revealLookupCodes(
  ctx: IdentityContext,
  identityId: string,
): Promise<LookupCode[]> {
  const rows = await ctx.rows.lookup.list({ where: { identityId }, order: ['position'] });
  return rows.map(({ sealed, usedAt }) => ({
    code: sealed === null ? '' : ctx.vault.decrypt(CONFIRMED, sealed),
    usedAt,
  }));
}
