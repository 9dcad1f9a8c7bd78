import { newId } from '#core/ids.ts';
import { FormError, sessionAlreadyAvailable } from '#domain/identity/errors.ts';
import { MAX_CODE_ATTEMPTS } from '#domain/identity/limits.ts';
import { passwordFault } from '#domain/identity/password.ts';
import { afterVerification } from '#domain/identity/return-to.ts';
import { text } from '#domain/identity/texts.ts';
import { checkTraits, requireField, type Traits } from '#domain/identity/traits.ts';
import { timestamp } from '../store.ts';
import { type Exchange, nativeToken } from './context.ts';
import { identityByEmail, mailCode, type StoredFlow, type StoredIdentity } from './data.ts';
import { createFlow, isOwnUrl } from './flow.ts';
import type { Fields } from './form.ts';
import { signedIn, signIn } from './login.ts';
import { endAccount } from './owner.ts';
import { toIdentity } from './wire.ts';

/** Starts a registration. */
export function beginRegistration(exchange: Exchange): StoredFlow {
  if (exchange.session) {
    throw sessionAlreadyAvailable(`${exchange.url.origin}/`);
  }
  return createFlow(exchange, 'registration');
}

/**
 * Handles a submission: creates a person, signs them in and emails a verification code. If someone has signed up with
 * the address without verifying it, the code comes first; whoever has it gets the address.
 */
export async function submitRegistration(
  exchange: Exchange,
  flow: StoredFlow,
  fields: Fields,
): Promise<object | undefined> {
  if (flow.claim && (fields.method === 'code' || fields.resend)) {
    return continueClaim(exchange, flow, flow.claim, fields);
  }
  const { data } = exchange.store;
  if (fields.screen === 'previous') {
    delete flow.step;
    return undefined;
  }
  const traits = readTraits(fields);
  if (fields.method === undefined || fields.method === 'profile') {
    flow.step = 'credentials';
    flow.messages = [text(1040009)];
    return undefined;
  }
  const password = checkPassword(fields.password, traits);
  const { email } = traits;
  const holder = identityByEmail(data.identity, email);
  if (holder?.verified_at) throw new FormError([text(4000007)]);
  if (holder) return sendClaimCode(exchange, flow, { ...traits, password });
  const now = timestamp();
  const identity: StoredIdentity = {
    id: newId('identity'),
    ...traits,
    password,
    verified_at: null,
    totp: null,
    lookup: null,
    created_at: now,
    updated_at: now,
  };
  data.identity.identities[identity.id] = identity;
  const after = afterVerification(flow.request_url);
  const returnTo = after && isOwnUrl(exchange, after) ? after : flow.return_to;
  const verification = createFlow(exchange, 'verification', {
    type: flow.type,
    email,
    state: 'sent_email',
    request_url: flow.request_url,
    ...(returnTo === undefined ? {} : { return_to: returnTo }),
  });
  verification.messages = [text(1080003)];
  verification.code = mailCode(data.identity, email, 'Verify your email address');
  const session = signIn(exchange, identity, 'password');
  const { continue_with, ...rest } = signedIn(exchange, flow, session) as {
    continue_with?: object[];
  };
  const url = `${exchange.url.origin}/auth/verification?flow=${verification.id}`;
  const show = {
    action: 'show_verification_ui',
    flow: {
      id: verification.id,
      verifiable_address: email,
      // Apps have no page of the console to go to.
      ...(flow.type === 'browser' ? { url } : {}),
    },
  };
  const token = { action: 'set_ory_session_token', ory_session_token: nativeToken(session) };
  return {
    ...rest,
    identity: toIdentity(exchange.base, identity),
    continue_with: flow.type === 'api' ? [show, token] : [...(continue_with ?? []), show],
  };
}

type Claim = NonNullable<StoredFlow['claim']>;

function sendClaimCode({ store }: Exchange, flow: StoredFlow, claim: Claim): undefined {
  flow.state = 'sent_email';
  flow.claim = claim;
  flow.code = mailCode(store.data.identity, claim.email, 'Finish signing up');
  flow.messages = [text(1040005)];
}

async function continueClaim(
  exchange: Exchange,
  flow: StoredFlow,
  claim: Claim,
  fields: Fields,
): Promise<object | undefined> {
  const { data } = exchange.store;
  const holder = identityByEmail(data.identity, claim.email);
  if (!holder || holder.verified_at) throw new FormError([text(4000007)]);
  if (fields.resend || !fields.code) return sendClaimCode(exchange, flow, claim);
  flow.attempts += 1;
  if (flow.attempts > MAX_CODE_ATTEMPTS) {
    throw new FormError([text(4000001, { reason: 'Too many wrong codes. Start again.' })]);
  }
  if (fields.code !== flow.code) throw new FormError([text(4040003)]);
  await endAccount(exchange, holder);
  const { name, password } = claim;
  Object.assign(holder, { name, password, verified_at: timestamp() });
  const session = signIn(exchange, holder, 'password');
  const answer = signedIn(exchange, flow, session);
  return { ...answer, identity: toIdentity(exchange.base, holder) };
}

/** Checks a new password, except for how easy it is to guess: the dictionary is too large for the browser. */
export function checkPassword(typed: string | undefined, traits: Traits): string {
  const password = requireField(typed, 'password', 'Password');
  const fault = passwordFault(password, traits);
  if (fault) throw new FormError([], { password: [fault] });
  return password;
}

/** Checks the name and email address of a form. */
export function readTraits(fields: Fields): Traits {
  return checkTraits({ email: fields['traits.email'], name: fields['traits.name'] });
}
