import type { IdentityContext } from '../context.ts';

/** Ends one of a person's sessions, on all nodes at once; false if it doesn't exist. */
export async function endSession(
  ctx: IdentityContext,
  identityId: string,
  id: string,
): Promise<boolean> {
  const existed = await ctx.rows.deleteSession(identityId, id);
  await ctx.announce(identityId);
  return existed;
}

/** Ends all sessions of a person except one, on all nodes at once. Returns how many. */
export async function endOtherSessions(
  ctx: IdentityContext,
  identityId: string,
  keep: string,
): Promise<number> {
  const count = await ctx.rows.deleteOtherSessions(identityId, keep);
  await ctx.announce(identityId);
  return count;
}
