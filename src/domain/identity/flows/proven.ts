import { OWNER_FIELD } from '../code-nodes.ts';
import type { IdentityContext } from '../context.ts';
import type { Exchange } from '../http/exchange.ts';
import { type OwnerAnswer, ownerAnswer, ownerQuestion } from '../owner.ts';
import { deleteCredentials, type FlowRow, type IdentityRow, type IdentityRows } from '../rows.ts';
import { findSession } from '../sessions/session.ts';

/**
 * Whether an account belongs to the person at this browser or app: its address is verified, or they signed up or in
 * with it here. Otherwise, anyone could have signed up with the address.
 */
export async function isOwn(
  ctx: IdentityContext,
  exchange: Exchange,
  flow: FlowRow,
  identity: IdentityRow,
): Promise<boolean> {
  return (
    identity.verifiedAt !== null ||
    (flow.type === 'api' && flow.internal.own !== undefined) ||
    exchange.deviceOf(identity.id) !== undefined ||
    (await findSession(ctx, exchange))?.identity.id === identity.id
  );
}

/**
 * Marks the email address as verified, after its owner entered the code that was sent to it. Unless the account is
 * {@link isOwn}, they are asked whether they signed up. If they didn't, the account's password, second factors, keys and
 * sessions end: an address belongs to whoever proves it.
 * @returns undefined if they have yet to answer: see {@link askOwner}
 */
export async function addressProven(
  ctx: IdentityContext,
  exchange: Exchange,
  flow: FlowRow,
  identity: IdentityRow,
  answer?: OwnerAnswer,
): Promise<IdentityRow | undefined> {
  if (identity.verifiedAt) return identity;
  if (answer === 'yes' || (await isOwn(ctx, exchange, flow, identity))) {
    const [own] = await ctx.rows.identities.update({ id: identity.id }, verified(ctx));
    await ctx.announce(identity.id);
    return own ?? identity;
  }
  if (answer === undefined) return undefined;
  const proven = await ctx.rows.transaction((tx) => takeOver(ctx, tx, identity, {}));
  await ctx.announce(identity.id);
  ctx.log.info({ identityId: identity.id }, 'an unverified account was taken over by its address');
  return proven;
}

/** The flow that asks a person who has proven an address whether they signed up with it. */
export function askOwner(flow: FlowRow, identity: IdentityRow): FlowRow {
  const { email, name, addressCreatedAt: since } = identity;
  return {
    ...flow,
    state: 'choose_method',
    internal: { ...flow.internal, email, ask: identity.id },
    messages: [ownerQuestion({ email, name, since })],
  };
}

/** Whether a flow waits for the answer to {@link askOwner}. */
export function asksOwner({ internal, state }: FlowRow): boolean {
  return internal.ask !== undefined && state === 'choose_method';
}

/** The account that a flow asks about, and the submitted answer. Undefined if it isn't there any more, or isn't given. */
export async function ownerAnswered(
  ctx: IdentityContext,
  exchange: Exchange,
  { internal }: FlowRow,
): Promise<{ person: IdentityRow | undefined; answer: OwnerAnswer | undefined }> {
  const found = await ctx.rows.identities.find({ id: internal.ask ?? '' });
  // Its address may have changed since the question.
  const person = found?.state === 'active' && found.email === internal.email ? found : undefined;
  return { person, answer: ownerAnswer(exchange.form.text(OWNER_FIELD)) };
}

/** Gives an unverified account to the owner of its address: everything set up so far ends. */
export async function takeOver(
  ctx: IdentityContext,
  tx: IdentityRows,
  identity: IdentityRow,
  change: Partial<Pick<IdentityRow, 'name' | 'passwordHash'>>,
): Promise<IdentityRow> {
  await endAccount(ctx, tx, identity);
  const [row] = await tx.identities.update({ id: identity.id }, { ...verified(ctx), ...change });
  return row ?? identity;
}

/** Ends an account that its address's owner knows nothing about. The address stays unverified. */
export async function disown(ctx: IdentityContext, identity: IdentityRow): Promise<void> {
  await ctx.rows.transaction((tx) => endAccount(ctx, tx, identity));
  await ctx.announce(identity.id);
  ctx.log.info({ identityId: identity.id }, 'an unverified account was ended by its address');
}

async function endAccount(
  ctx: IdentityContext,
  tx: IdentityRows,
  { id }: IdentityRow,
): Promise<void> {
  await deleteCredentials(tx, id);
  await tx.sessions.delete({ identityId: id });
  await tx.endAccess(id);
  const clean = { passwordHash: null, availableAal: 'aal1', updatedAt: ctx.clock() } as const;
  await tx.identities.change({ id }, clean);
}

function verified(ctx: IdentityContext) {
  const now = ctx.clock();
  return { verifiedAt: now, addressStatus: 'completed', addressUpdatedAt: now } as const;
}
