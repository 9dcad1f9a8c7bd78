import { randomUUID } from 'node:crypto';
import * as errors from '#domain/identity/errors.ts';
import { FormError } from '#domain/identity/errors.ts';
import {
  registrationCodeNodes,
  registrationCredentialNodes,
  registrationNodes,
} from '#domain/identity/registration-nodes.ts';
import { text } from '#domain/identity/texts.ts';
import type { Traits } from '#domain/identity/traits.ts';
import type { Executor } from '#server/db/executor.ts';
import type { IdentityContext } from '../context.ts';
import type { Exchange } from '../http/exchange.ts';
import type { Outcome } from '../http/outcome.ts';
import { allowMail, digitsOf } from '../methods/code.ts';
import { hashPassword, passwordFaults } from '../methods/password.ts';
import { creationOptions, type NewKey, newChallenge, verifyCreation } from '../methods/webauthn.ts';
import { insertWebauthnKey } from '../repositories/credential.repository.ts';
import type { FlowRow } from '../repositories/flow.repository.ts';
import {
  findIdentityByEmail,
  type IdentityRow,
  insertIdentity,
} from '../repositories/identity.repository.ts';
import {
  findSession,
  giveCookie,
  type Issued,
  issueSession,
  type Method,
} from '../sessions/session.ts';
import { toIdentity, toSession } from '../sessions/wire.ts';
import { allowedReturnTo, homeUrl } from '../urls.ts';
import { isExpired, readFlow, restartFlow, startFlow, submittedFlow } from './flow.ts';
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
  keepFlow,
  openSubmission,
  readTraits,
  requiredText,
  showFlow,
  withRefusal,
} from './submission.ts';
import { type StartedVerification, startVerificationOf } from './verification-start.ts';

const CREDENTIALS = 'credentials';

/** State of a flow for a person who doesn't exist yet: their future id and a challenge. */
const newInternal = () => ({ challenge: newChallenge(), identity_id: randomUUID() });

/** A registration flow in Ory's format. */
export async function presentRegistration(
  ctx: IdentityContext,
  exchange: Exchange,
  flow: FlowRow,
): Promise<WireFlow> {
  const { challenge = '', identity_id: id = '' } = flow.internal;
  const email = flow.fields['traits.email']?.value ?? '';
  const name = flow.fields['traits.name']?.value ?? '';
  const data = JSON.stringify({
    credentialOptions: creationOptions(ctx, challenge, 'passkey', { id, email, name }),
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
  if (await findSession(ctx, exchange)) {
    const returnTo = allowedReturnTo(ctx, exchange.query('return_to')) ?? homeUrl(ctx);
    throw errors.sessionAlreadyAvailable(returnTo);
  }
  const flow = await startFlow(ctx, exchange, 'registration', type, { internal: newInternal() });
  return showFlow(ctx, flow, 200, await presentRegistration(ctx, exchange, flow));
}

/** Returns a registration flow. */
export async function getRegistration(ctx: IdentityContext, exchange: Exchange): Promise<Outcome> {
  const flow = await readFlow(ctx, exchange, 'registration');
  return { status: 200, body: await presentRegistration(ctx, exchange, flow) };
}

/** Handles a submitted registration form. */
export async function submitRegistration(
  ctx: IdentityContext,
  exchange: Exchange,
): Promise<Outcome> {
  const submitted = await submittedFlow(ctx, exchange, 'registration');
  if (isExpired(ctx, submitted)) {
    const fresh = await restartFlow(ctx, exchange, submitted, newInternal());
    return showFlow(ctx, fresh, 410, errors.flowExpired(submitted.expiresAt, fresh.id).toBody());
  }
  if (await findSession(ctx, exchange)) {
    throw errors.sessionAlreadyAvailable(submitted.returnTo ?? homeUrl(ctx));
  }
  const flow = openSubmission(exchange, submitted);
  try {
    return await register(ctx, exchange, flow);
  } catch (error) {
    if (!(error instanceof FormError)) throw error;
    // What is wrong with a password is shown beside it, on the second step.
    const internal = error.fields.password
      ? { ...flow.internal, step: CREDENTIALS }
      : flow.internal;
    const kept = await keepFlow(ctx, withRefusal({ ...flow, internal }, error));
    return showFlow(ctx, kept, 400, await presentRegistration(ctx, exchange, kept));
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
    const faults = await passwordFaults(password, traits);
    if (faults.length > 0) throw new FormError([], { password: faults });
    const passwordHash = await hashPassword(ctx, password);
    return create(ctx, exchange, flow, traits, { method: 'password', passwordHash });
  }
  const response = requiredText(exchange, 'passkey_register', 'Passkey');
  const key = await verifyCreation(ctx, flow.internal.challenge ?? '', 'passkey', response);
  flow.internal = { ...flow.internal, challenge: newChallenge() };
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
  const state = 'choose_method' as const;
  const kept = await keepFlow(ctx, { ...flow, state, internal, messages });
  return showFlow(ctx, kept, 400, await presentRegistration(ctx, exchange, kept));
}

async function insertPerson(
  ctx: IdentityContext,
  tx: Executor,
  flow: FlowRow,
  traits: Traits,
  { passwordHash, key }: NewCredential,
): Promise<IdentityRow> {
  const now = ctx.clock();
  const identity = await insertIdentity(tx, {
    ...traits,
    id: flow.internal.identity_id ?? randomUUID(),
    passwordHash,
    verifiableAddressId: randomUUID(),
    recoveryAddressId: randomUUID(),
    stateChangedAt: now,
    addressCreatedAt: now,
    addressUpdatedAt: now,
    createdAt: now,
    updatedAt: now,
  });
  if (!identity) throw new FormError([text(4000007)]);
  if (key) await addPasskey(ctx, tx, identity, key);
  return identity;
}

async function addPasskey(ctx: IdentityContext, tx: Executor, identity: IdentityRow, key: NewKey) {
  const added = await insertWebauthnKey(tx, {
    ...key,
    identityId: identity.id,
    kind: 'passkey',
    displayName: identity.email,
    createdAt: ctx.clock(),
  });
  if (!added) throw new FormError([text(4000007)]);
}

async function create(
  ctx: IdentityContext,
  exchange: Exchange,
  flow: FlowRow,
  traits: Traits,
  { method, ...credential }: NewCredential & { method: Method },
): Promise<Outcome> {
  const holder = await findIdentityByEmail(ctx.db, traits.email);
  if (holder && !holder.verifiedAt && holder.state === 'active') {
    return startClaim(ctx, exchange, flow, holder, { traits, method, ...credential });
  }
  if (!holder) await allowMail(ctx, exchange, traits.email, undefined, 'registration');
  const { issued, verification } = await ctx.db.transaction(async (tx) => {
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
  const csrf = exchange.rotateCsrf();
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
  const kept = await keepFlow(ctx, sent);
  // Protocol quirk: after sending a code, Ory responds with 400 and the flow.
  return showFlow(ctx, kept, 400, await presentRegistration(ctx, exchange, kept));
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
    const holder = await findIdentityByEmail(ctx.db, claim.traits.email);
    if (!holder || holder.verifiedAt) throw new FormError([text(4000007)]);
    return startClaim(ctx, exchange, flow, holder, claim);
  }
  const holder = await provenHolder(ctx, exchange, flow, claim, typed);
  const { name } = claim.traits;
  const issued = await ctx.db.transaction(async (tx) => {
    const { passwordHash, key } = claim;
    const identity = await takeOver(ctx, tx, holder, { name, passwordHash });
    if (key) await addPasskey(ctx, tx, identity, key);
    return issueSession(ctx, tx, exchange, identity, claim.method);
  });
  await ctx.announce(holder.id);
  return registered(ctx, exchange, flow, issued);
}
