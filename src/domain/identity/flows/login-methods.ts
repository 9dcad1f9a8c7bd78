import { OWNER_FIELD } from '../code-nodes.ts';
import { type IdentityContext, newChallenge } from '../context.ts';
import { FormError } from '../errors.ts';
import type { Exchange } from '../http/exchange.ts';
import { openAttempt } from '../methods/attempts.ts';
import { emailCode, tryCode } from '../methods/code.ts';
import { acceptLookupCode } from '../methods/lookup.ts';
import { acceptTotp } from '../methods/totp.ts';
import type { OwnerAnswer } from '../owner.ts';
import { type FlowRow, findCredentials, type IdentityRow } from '../rows.ts';
import type { Method } from '../sessions/session.ts';
import { text } from '../texts.ts';
import { normaliseEmail } from '../traits.ts';
import { addressProven, askOwner, asksOwner, ownerAnswered } from './proven.ts';
import { keepFlow, requiredText } from './submission.ts';

/** The person and the authentication method they have completed. */
export interface Proof {
  identity: IdentityRow;
  method: Method;
}

/** A completed proof, or a flow that waits for its next step. */
export type LoginStep = { proof: Proof } | { pending: FlowRow };

type Prove = (ctx: IdentityContext, exchange: Exchange, flow: FlowRow) => Promise<LoginStep>;

const SIGN_IN = { pair: 'signInPair', account: 'signInAccount' } as const;
const SECOND_FACTOR = { pair: 'secondFactorPair', account: 'secondFactorAccount' } as const;

const first: Record<string, Prove> = { password, code, passkey };
const second: Record<string, Prove> = { totp, lookup_secret: lookup, webauthn };

/** The fields that imply the method, as in Kratos. Every other method has to be named. */
const telling = {
  webauthn_login: 'webauthn',
  passkey_login: 'passkey',
  resend: 'code',
  [OWNER_FIELD]: 'code',
} as const;

/**
 * Verifies the submitted credential.
 * @throws FormError if it is invalid; IdentityError 429 after too many attempts.
 */
export async function proveLogin(
  ctx: IdentityContext,
  exchange: Exchange,
  flow: FlowRow,
): Promise<LoginStep> {
  const named = exchange.form.text('method');
  const field = Object.entries(telling).find(([name]) => exchange.form.text(name));
  const method = named ?? field?.[1] ?? '';
  const methods = flow.requestedAal === 'aal2' ? second : first;
  const prove = Object.hasOwn(methods, method) ? methods[method] : undefined;
  if (!prove) throw new FormError([text(4010002)]);
  return prove(ctx, exchange, flow);
}

function active(identity: IdentityRow): IdentityRow {
  if (identity.state !== 'active') throw new FormError([text(4010011)]);
  return identity;
}

/** The person with an identifier. If the flow belongs to a known person, only that person is accepted. */
async function findPerson(ctx: IdentityContext, flow: FlowRow, identifier: string) {
  const person = await ctx.rows.identities.find({ email: identifier });
  return person && flow.identityId && person.id !== flow.identityId ? undefined : person;
}

async function password(
  ctx: IdentityContext,
  exchange: Exchange,
  flow: FlowRow,
): Promise<LoginStep> {
  const identifier = normaliseEmail(requiredText(exchange, 'identifier', 'Email'));
  const typed = requiredText(exchange, 'password', 'Password');
  const person = await findPerson(ctx, flow, identifier);
  const attempt = await openAttempt(ctx, exchange, SIGN_IN, identifier, person?.id);
  if (!(await ctx.passwords.verify(person?.passwordHash, typed)) || !person?.passwordHash) {
    throw new FormError([text(4000006)]);
  }
  await attempt.forgive();
  active(person);
  if (ctx.passwords.isOutdated(person.passwordHash)) {
    await ctx.rows.identities.change(
      { id: person.id },
      { passwordHash: await ctx.passwords.hash(typed) },
    );
  }
  return { proof: { identity: person, method: 'password' } };
}

async function code(ctx: IdentityContext, exchange: Exchange, flow: FlowRow): Promise<LoginStep> {
  if (asksOwner(flow)) return answerOwner(ctx, exchange, flow);
  const typed = exchange.form.text('code');
  if (typed && flow.state !== 'choose_method' && !exchange.form.text('resend')) {
    return tryLoginCode(ctx, exchange, flow, typed);
  }
  const fallback = flow.internal.identifier;
  const identifier = normaliseEmail(
    exchange.form.text('identifier') ?? fallback ?? requiredText(exchange, 'identifier', 'Email'),
  );
  if (!identifier) requiredText(exchange, 'identifier', 'Email');
  const person = await findPerson(ctx, flow, identifier);
  // The response is the same whether or not an account has this address.
  const sent = await emailCode(ctx, exchange, flow, identifier, { person, purpose: 'login' });
  const { digits: _, ...internal } = flow.internal;
  return {
    pending: {
      ...flow,
      state: 'sent_email',
      active: 'code',
      internal: { ...internal, identifier, ...sent },
      messages: [text(1010014)],
    },
  };
}

async function tryLoginCode(
  ctx: IdentityContext,
  exchange: Exchange,
  flow: FlowRow,
  typed: string,
): Promise<LoginStep> {
  const row = await tryCode(ctx, exchange, flow, flow.internal.identifier ?? '', typed);
  if (row === 'too_often') {
    const reason = 'Too many wrong codes. Start again.';
    throw new FormError([text(4000001, { reason })]);
  }
  if (row === 'wrong') throw new FormError([text(4010008)]);
  const person = await ctx.rows.identities.find({ id: row.identityId });
  // The account's address may have changed since the code was sent.
  if (!person || person.email !== row.address) throw new FormError([text(4010008)]);
  return proven(ctx, exchange, flow, active(person));
}

/** Signs in whoever has proven their address, or asks first whether they signed up, if somebody else may have. */
async function proven(
  ctx: IdentityContext,
  exchange: Exchange,
  flow: FlowRow,
  person: IdentityRow,
  answer?: OwnerAnswer,
): Promise<LoginStep> {
  const identity = await addressProven(ctx, exchange, flow, person, answer);
  return identity ? { proof: { identity, method: 'code' } } : { pending: askOwner(flow, person) };
}

async function answerOwner(
  ctx: IdentityContext,
  exchange: Exchange,
  flow: FlowRow,
): Promise<LoginStep> {
  const { person, answer } = await ownerAnswered(ctx, exchange, flow);
  if (!person) {
    const { ask: _, ...internal } = flow.internal;
    return { pending: { ...flow, internal, messages: [text(4010001)] } };
  }
  return proven(ctx, exchange, flow, person, answer);
}

async function passkey(
  ctx: IdentityContext,
  exchange: Exchange,
  flow: FlowRow,
): Promise<LoginStep> {
  const response = requiredText(exchange, 'passkey_login', 'Passkey');
  await ctx.throttle.consume('passkey', exchange.network);
  const identity = await assertKey(ctx, flow, response, 'passkey');
  if (flow.identityId && identity.id !== flow.identityId) throw new FormError([text(4000015)]);
  await ctx.throttle.refund('passkey', exchange.network);
  return { proof: { identity: active(identity), method: 'passkey' } };
}

async function webauthn(
  ctx: IdentityContext,
  exchange: Exchange,
  flow: FlowRow,
): Promise<LoginStep> {
  const response = requiredText(exchange, 'webauthn_login', 'Security key');
  const identity = await assertKey(ctx, flow, response, 'webauthn');
  if (identity.id !== flow.identityId) throw new FormError([text(4000013)]);
  return { proof: { identity: active(identity), method: 'webauthn' } };
}

/** The person whose key signed the flow's challenge. Uses up the challenge. */
async function assertKey(
  ctx: IdentityContext,
  flow: FlowRow,
  response: string,
  kind: 'passkey' | 'webauthn',
): Promise<IdentityRow> {
  const challenge = flow.internal.challenge ?? '';
  flow.internal = { ...flow.internal, challenge: newChallenge(ctx) };
  await keepFlow(ctx, flow);
  const refusal = new FormError([text(kind === 'passkey' ? 4000015 : 4000013)]);
  const id = ctx.keys?.claimedId(response);
  const key = id ? await ctx.rows.keys.find({ id }) : undefined;
  if (!key || key.kind !== kind) throw refusal;
  const counter = await ctx.keys?.verifyAssertion(challenge, key, response);
  if (counter === undefined) throw refusal;
  await ctx.rows.keys.change({ id: key.id }, { counter });
  const identity = await ctx.rows.identities.find({ id: key.identityId });
  if (!identity) throw refusal;
  return identity;
}

/** The person of a second-factor flow, and the attempt that is counted. */
async function secondFactorPerson(ctx: IdentityContext, exchange: Exchange, flow: FlowRow) {
  const identity = flow.identityId
    ? await ctx.rows.identities.find({ id: flow.identityId })
    : undefined;
  if (!identity) throw new FormError([text(4010002)]);
  const { id } = active(identity);
  const attempt = await openAttempt(ctx, exchange, SECOND_FACTOR, id, id);
  return { identity, attempt };
}

async function totp(ctx: IdentityContext, exchange: Exchange, flow: FlowRow): Promise<LoginStep> {
  const typed = requiredText(exchange, 'totp_code', 'Authentication code');
  const { identity, attempt } = await secondFactorPerson(ctx, exchange, flow);
  const isRight = await acceptTotp(ctx, identity.id, typed);
  if (isRight) await attempt.forgive();
  const { firstCode, ...internal } = flow.internal;
  // Whoever guesses must not learn whether the first of two codes was right.
  if (attempt.isGuessed && firstCode === undefined) {
    const asked = { ...internal, firstCode: isRight ? 'right' : 'wrong' };
    return { pending: { ...flow, internal: asked, messages: [text(1010901)] } };
  }
  flow.internal = internal;
  if (!isRight || firstCode === 'wrong') throw new FormError([text(4000008)]);
  return { proof: { identity, method: 'totp' } };
}

async function lookup(ctx: IdentityContext, exchange: Exchange, flow: FlowRow): Promise<LoginStep> {
  const typed = requiredText(exchange, 'lookup_secret', 'Backup code');
  const { identity, attempt } = await secondFactorPerson(ctx, exchange, flow);
  const { lookup: enrolled } = await findCredentials(ctx.rows, identity.id);
  if (!enrolled) throw new FormError([text(4000014)]);
  const outcome = await acceptLookupCode(ctx, identity.id, typed);
  if (outcome === 'used') throw new FormError([text(4000012)]);
  if (outcome === 'unknown') throw new FormError([text(4000016)]);
  await attempt.forgive();
  return { proof: { identity, method: 'lookup_secret' } };
}
