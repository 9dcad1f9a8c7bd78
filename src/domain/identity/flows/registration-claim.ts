import type { IdentityContext, NewKey } from '../context.ts';
import { FormError } from '../errors.ts';
import type { Exchange } from '../http/exchange.ts';
import { emailCode, tryCode } from '../methods/code.ts';
import type { FlowRow, IdentityRow } from '../rows.ts';
import type { Method } from '../sessions/session.ts';
import { text } from '../texts.ts';
import type { Traits } from '../traits.ts';

const VAULT = 'registration-claim';

/** How a new person signs in. */
export interface NewCredential {
  passwordHash: string | null;
  key?: NewKey;
}

/** A registration that waits for the code that proves its address. */
export interface Claim extends NewCredential {
  traits: Traits;
  method: Method;
}

/** Emails the code and keeps the registration, encrypted, in the flow. */
export async function sendClaimCode(
  ctx: IdentityContext,
  exchange: Exchange,
  flow: FlowRow,
  holder: IdentityRow,
  claim: Claim,
): Promise<FlowRow> {
  const { name } = claim.traits;
  const about = { person: { ...holder, name }, purpose: 'registration' } as const;
  const sent = await emailCode(ctx, exchange, flow, holder.email, about);
  const { digits: _, ...internal } = flow.internal;
  const sealed = ctx.vault.encrypt(VAULT, JSON.stringify(claim));
  return {
    ...flow,
    state: 'sent_email',
    active: 'code',
    internal: { ...internal, claim: sealed, ...sent },
    messages: [text(1040005)],
  };
}

/** The registration that waits in a flow. */
export function openClaim(ctx: IdentityContext, flow: FlowRow): Claim {
  return JSON.parse(ctx.vault.decrypt(VAULT, flow.internal.claim ?? '')) as Claim;
}

/**
 * The account that the claimed address belongs to, if the code is right.
 * @throws FormError if it is wrong, or somebody else has verified the address meanwhile
 */
export async function provenHolder(
  ctx: IdentityContext,
  exchange: Exchange,
  flow: FlowRow,
  { traits }: Claim,
  typed: string,
): Promise<IdentityRow> {
  const row = await tryCode(ctx, exchange, flow, traits.email, typed);
  if (row === 'too_often') {
    const reason = 'Too many wrong codes. Start again.';
    throw new FormError([text(4000001, { reason })]);
  }
  if (row === 'wrong') throw new FormError([text(4040003)]);
  const holder = await ctx.rows.identities.find({ id: row.identityId });
  if (!holder || holder.verifiedAt || holder.email !== row.address) {
    throw new FormError([text(4000007)]);
  }
  return holder;
}
