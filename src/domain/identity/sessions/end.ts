import type { IdentityContext } from '../context.ts';
import { deleteOtherSessions } from '../rows.ts';

/** Ends one of a person's sessions, on all nodes at once; false if it doesn't exist. */
export async function endSession(
  ctx: IdentityContext,
  identityId: string,
  id: string,
): Promise<boolean> {
  const ended = await ctx.rows.sessions.delete({ id, identityId });
  await ctx.announce(identityId);
  return ended > 0;
}

/** Ends all sessions of a person except one, on all nodes at once. Returns how many. */
export async function endOtherSessions(
  ctx: IdentityContext,
  identityId: string,
  keep: string,
): Promise<number> {
  const count = await deleteOtherSessions(ctx.rows, identityId, keep);
  await ctx.announce(identityId);
  return count;
}
