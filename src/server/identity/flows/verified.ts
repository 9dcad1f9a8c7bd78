import type { IdentityContext } from '../context.ts';
import { type IdentityRow, updateIdentity } from '../repositories/identity.repository.ts';

/** Marks the email address as verified, after its owner entered the code that was sent to it. */
export async function verifiedNow(
  ctx: IdentityContext,
  identity: IdentityRow,
): Promise<IdentityRow> {
  if (identity.verifiedAt) return identity;
  const now = ctx.clock();
  const change = { verifiedAt: now, addressStatus: 'completed', addressUpdatedAt: now } as const;
  return (await updateIdentity(ctx.db, identity.id, change)) ?? identity;
}
