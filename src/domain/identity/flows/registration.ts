import { unlessTaken } from '../../table.ts';
import { type IdentityContext, type NewKey, newChallenge } from '../context.ts';
import * as errors from '../errors.ts';
import { FormError } from '../errors.ts';
import type { Exchange, Outcome } from '../http/exchange.ts';
import { allowMail, digitsOf } from '../methods/code.ts';
import {
  registrationCodeNodes,
  registrationCredentialNodes,
  registrationNodes,
} from '../registration-nodes.ts';
import { type FlowRow, type IdentityRow, type IdentityRows, TAKEN } from '../rows.ts';
import { giveCookie, type Issued, issueSession, type Method } from '../sessions/session.ts';
import { toIdentity, toSession } from '../sessions/wire.ts';
import { text } from '../texts.ts';
import type { Traits } from '../traits.ts';
import { homeUrl } from '../urls.ts';
import { isExpired, restartFlow, startFlow, submittedFlow } from './flow.ts';
import { presentFlow, type WireFlow } from './present.ts';
import { takeOver } from './proven.ts';
import {
  type Claim,
  type NewCredential,
  openClaim,
  provenHolder,
  sendClaimCode,
} from './registration-claim.ts';
import {
  keepAndShow,
  keepFlow,
  openSubmission,
  readTraits,
  refuseSignedIn,
  requiredText,
  showFlow,
  withRefusal,
} from './submission.ts';
import { type StartedVerification, startVerificationOf } from './verification-start.ts';

const CREDENTIALS = 'credentials';

/** State of a flow for a person who doesn't exist yet: their future id and a challenge. */
const newInternal = (ctx: IdentityContext) => ({
  challenge: newChallenge(ctx),
  identity_id: crypto.randomUUID(),
});

/** A registration flow in Ory's format. */
export async function presentRegistration(
  ctx: IdentityContext,
  exchange: Exchange,
  flow: FlowRow,
): Promise<WireFlow> {
  const { challenge = '', identity_id: id = '' } = flow.internal;
  const email = flow.fields['traits.email']?.value ?? '';
  const name = flow.fields['traits.name']?.value ?? '';
  const data =
    ctx.keys &&
    JSON.stringify({
      credentialOptions: ctx.keys.creationOptions(challenge, 'passkey', { id, email, name }),
      displayNameFieldName: 'traits.email',
      displayNameFieldNames: ['traits.email'],
    });
  if (flow.state === 'sent_email') {
    return presentFlow(ctx, exchange, flow, registrationCodeNodes(digitsOf(flow)));
  }
  const nodes =
    flow.internal.step === CREDENTIALS ? registrationCredentialNodes(data) : registrationNodes();
  return presentFlow(ctx, exchange, flow, nodes);
}

/** Starts a registration. @throws IdentityError 400 if already signed in. */
export async function initRegistration(
  ctx: IdentityContext,
  exchange: Exchange,
  type: FlowRow['type'],
): Promise<Outcome> {
  await refuseSignedIn(ctx, exchange);
  const flow = await startFlow(ctx, exchange, 'registration', type, { internal: newInternal(ctx) });
  return showFlow(ctx, flow, 200, await presentRegistration(ctx, exchange, flow));
}

/** Handles a submitted registration form. */
export async function submitRegistration(
  ctx: IdentityContext,
  exchange: Exchange,
): Promise<Outcome> {
  const submitted = await submittedFlow(ctx, exchange, 'registration');
  if (isExpired(ctx, submitted)) {
    const fresh = await restartFlow(ctx, exchange, submitted, newInternal(ctx));
    return showFlow(ctx, fresh, 410, errors.flowExpired(submitted.expiresAt, fresh.id).toBody());
  }
  await refuseSignedIn(ctx, exchange, submitted.returnTo);
  const flow = openSubmission(exchange, submitted);
  try {
    return await register(ctx, exchange, flow);
  } catch (error) {
    if (!(error instanceof FormError)) throw error;
    // What is wrong with a password is shown beside it, on the second step.
    const internal = error.fields.password
      ? { ...flow.internal, step: CREDENTIALS }
      : flow.internal;
    const refused = withRefusal({ ...flow, internal }, error);
    return keepAndShow(ctx, exchange, presentRegistration, refused, 400);
  }
}

function methodOf({ form }: Exchange): string {
  if (form.text('screen') === 'previous') return 'previous';
  const named = form.text('method');
  if (named) return named;
  if (form.text('resend')) return 'code';
  // The first step needs no method: it has only one.
  return form.text('passkey_register') ? 'passkey' : 'profile';
}

async function register(ctx: IdentityContext, exchange: Exchange, flow: FlowRow): Promise<Outcome> {
  const method = methodOf(exchange);
  if (method === 'previous') return turnPage(ctx, exchange, flow, '');
  if (method === 'code' && flow.state === 'sent_email') {
    return continueClaim(ctx, exchange, flow);
  }
  if (method !== 'profile' && method !== 'password' && method !== 'passkey') {
    throw new FormError([text(4010003)]);
  }
  const traits = readTraits(exchange);
  if (method === 'profile') return turnPage(ctx, exchange, flow, CREDENTIALS);
  await ctx.throttle.consume('registration', exchange.network);
  if (method === 'password') {
    const password = requiredText(exchange, 'password', 'Password');
    const faults = await ctx.passwords.faults(password, traits);
    if (faults.length > 0) throw new FormError([], { password: faults });
    const passwordHash = await ctx.passwords.hash(password);
    return create(ctx, exchange, flow, traits, { method: 'password', passwordHash });
  }
  const response = requiredText(exchange, 'passkey_register', 'Passkey');
  const key = await ctx.keys?.verifyCreation(flow.internal.challenge ?? '', 'passkey', response);
  flow.internal = { ...flow.internal, challenge: newChallenge(ctx) };
  if (!key) {
    throw new FormError([text(4000001, { reason: 'The passkey could not be verified.' })]);
  }
  return create(ctx, exchange, flow, traits, { method: 'passkey', passwordHash: null, key });
}

/** Switches to the other of the two pages. Protocol quirk: Ory responds with 400 and the flow. */
async function turnPage(
  ctx: IdentityContext,
  exchange: Exchange,
  flow: FlowRow,
  step: string,
): Promise<Outcome> {
  const messages = step === CREDENTIALS ? [text(1040009)] : [];
  const internal = { ...flow.internal, step };
  const turned: FlowRow = { ...flow, state: 'choose_method', internal, messages };
  return keepAndShow(ctx, exchange, presentRegistration, turned, 400);
}

const taken = () => new FormError([text(4000007)]);

async function insertPerson(
  ctx: IdentityContext,
  tx: IdentityRows,
  flow: FlowRow,
  traits: Traits,
  { passwordHash, key }: NewCredential,
): Promise<IdentityRow> {
  const now = ctx.clock();
  const identity: IdentityRow = {
    ...traits,
    id: flow.internal.identity_id ?? crypto.randomUUID(),
    state: 'active',
    availableAal: 'aal1',
    addressStatus: 'pending',
    verifiedAt: null,
    passwordHash,
    verifiableAddressId: crypto.randomUUID(),
    recoveryAddressId: crypto.randomUUID(),
    stateChangedAt: now,
    addressCreatedAt: now,
    addressUpdatedAt: now,
    createdAt: now,
    updatedAt: now,
  };
  await unlessTaken(tx.identities.insert(identity), TAKEN.email, taken);
  if (key) await addPasskey(ctx, tx, identity, key);
  return identity;
}

async function addPasskey(
  ctx: IdentityContext,
  tx: IdentityRows,
  identity: IdentityRow,
  key: NewKey,
) {
  const { id: identityId, email: displayName } = identity;
  const row = { ...key, identityId, kind: 'passkey', displayName, createdAt: ctx.clock() } as const;
  await unlessTaken(tx.keys.insert(row), TAKEN.key, taken);
}

async function create(
  ctx: IdentityContext,
  exchange: Exchange,
  flow: FlowRow,
  traits: Traits,
  { method, ...credential }: NewCredential & { method: Method },
): Promise<Outcome> {
  const holder = await ctx.rows.identities.find({ email: traits.email });
  if (holder && !holder.verifiedAt && holder.state === 'active') {
    return startClaim(ctx, exchange, flow, holder, { traits, method, ...credential });
  }
  if (!holder) await allowMail(ctx, exchange, traits.email, undefined, 'registration');
  const { issued, verification } = await ctx.rows.transaction(async (tx) => {
    const identity = await insertPerson(ctx, tx, flow, traits, credential);
    return {
      verification: await startVerificationOf(ctx, tx, flow, identity),
      issued: await issueSession(ctx, tx, exchange, { ...identity, addressStatus: 'sent' }, method),
    };
  });
  await ctx.mail.send(verification.mail);
  return registered(ctx, exchange, flow, issued, verification);
}

/** The response to a completed registration. The address still has to be verified if there is a verification. */
async function registered(
  ctx: IdentityContext,
  exchange: Exchange,
  flow: FlowRow,
  issued: Issued,
  verification?: StartedVerification,
): Promise<Outcome> {
  const { method } = issued.session.authenticationMethods[0] as { method: Method };
  await keepFlow(ctx, {
    ...flow,
    fields: {},
    internal: {},
    state: 'passed_challenge',
    active: method,
  });
  ctx.log.info({ identityId: issued.identity.id, method }, 'registered');

  const shown = verification ? [verification.next] : [];
  const body = {
    identity: toIdentity(ctx, issued.identity),
    session: toSession(ctx, issued.session, issued.identity),
  };
  if (flow.type === 'api') {
    const token = { action: 'set_ory_session_token', ory_session_token: issued.token };
    return {
      status: 200,
      body: { ...body, session_token: issued.token, continue_with: [...shown, token] },
    };
  }
  giveCookie(ctx, exchange, issued);
  const csrf = exchange.csrf.rotate();
  await verification?.bindTo(csrf);
  const target = flow.returnTo ?? homeUrl(ctx);
  const redirect = { action: 'redirect_browser_to', redirect_browser_to: target };
  return {
    status: 200,
    body: { ...body, continue_with: [redirect, ...shown] },
    redirect: verification?.url ?? target,
  };
}

/** Asks for the code that proves an address which someone signed up with but never verified. */
async function startClaim(
  ctx: IdentityContext,
  exchange: Exchange,
  flow: FlowRow,
  holder: IdentityRow,
  claim: Claim,
): Promise<Outcome> {
  const sent = await sendClaimCode(ctx, exchange, flow, holder, claim);
  // Protocol quirk: after sending a code, Ory responds with 400 and the flow.
  return keepAndShow(ctx, exchange, presentRegistration, sent, 400);
}

/** Handles the code of a claim, or sends another one. */
async function continueClaim(
  ctx: IdentityContext,
  exchange: Exchange,
  flow: FlowRow,
): Promise<Outcome> {
  const claim = openClaim(ctx, flow);
  const typed = exchange.form.text('code');
  if (exchange.form.text('resend') || !typed) {
    const holder = await ctx.rows.identities.find({ email: claim.traits.email });
    if (!holder || holder.verifiedAt) throw new FormError([text(4000007)]);
    return startClaim(ctx, exchange, flow, holder, claim);
  }
  const holder = await provenHolder(ctx, exchange, flow, claim, typed);
  const { name } = claim.traits;
  const issued = await ctx.rows.transaction(async (tx) => {
    const { passwordHash, key } = claim;
    const identity = await takeOver(ctx, tx, holder, { name, passwordHash });
    if (key) await addPasskey(ctx, tx, identity, key);
    return issueSession(ctx, tx, exchange, identity, claim.method);
  });
  await ctx.announce(holder.id);
  return registered(ctx, exchange, flow, issued);
}
