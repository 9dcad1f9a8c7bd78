import type { UiNode } from '@ory/client';
import { newId } from '#core/ids.ts';
import { timestamp } from '../store.ts';
import type { Exchange } from './context.ts';
import { identityByEmail, mailCode, type StoredFlow, type StoredIdentity } from './data.ts';
import { FormError, IdentityError } from './errors.ts';
import { createFlow } from './flow.ts';
import type { Fields } from './form.ts';
import { signedIn, signIn } from './login.ts';
import { passwordNode, submit, traitNodes } from './nodes.ts';
import { text } from './texts.ts';
import { toIdentity } from './wire.ts';

const PASSWORD_MIN = 8;

/** Starts a registration. */
export function beginRegistration(exchange: Exchange): StoredFlow {
  if (exchange.session) {
    throw new IdentityError(400, 'A valid session was detected.', {
      id: 'session_already_available',
      redirect_browser_to: `${exchange.url.origin}/`,
    });
  }
  return createFlow(exchange, 'registration');
}

/** The registration form, on one page. */
export function registrationNodes(): UiNode[] {
  return [
    ...traitNodes('default'),
    passwordNode('new-password'),
    submit('password', 'method', 'password', 1040001),
  ];
}

/** Handles a submission: creates a person, signs them in and emails a verification code. */
export function submitRegistration(exchange: Exchange, flow: StoredFlow, fields: Fields): object {
  const { data } = exchange.store;
  const email = fields['traits.email']?.trim() ?? '';
  const name = fields['traits.name']?.trim() ?? '';
  const password = fields.password ?? '';
  checkPerson({ email, name });
  checkPassword(password);
  if (identityByEmail(data.identity, email)) throw new FormError([text(4000007)]);
  const now = timestamp();
  const identity: StoredIdentity = {
    id: newId('identity'),
    email,
    name,
    password,
    verified_at: null,
    totp: null,
    lookup: null,
    created_at: now,
    updated_at: now,
  };
  data.identity.identities[identity.id] = identity;
  const verification = createFlow(exchange, 'verification', {
    type: flow.type,
    email,
    state: 'sent_email',
  });
  verification.messages = [text(1080003)];
  verification.code = mailCode(data.identity, email, 'Verify your email address');
  const session = signIn(exchange, identity, 'password');
  const { continue_with, ...answer } = signedIn(exchange, flow, session) as {
    continue_with?: object[];
  };
  const url = `${exchange.url.origin}/auth/verification?flow=${verification.id}`;
  const show = {
    action: 'show_verification_ui',
    flow: { id: verification.id, verifiable_address: email, url },
  };
  return {
    ...answer,
    identity: toIdentity(exchange.base, identity),
    continue_with: [show, ...(continue_with ?? [])],
  };
}

/** Rejects a missing name or an invalid email address. */
export function checkPerson({ email, name }: { email: string; name: string }): void {
  const fields: Record<string, ReturnType<typeof text>[]> = {};
  if (email === '') fields['traits.email'] = [text(4000002)];
  else if (!/^[^\s@]+@[^\s@]+$/.test(email)) fields['traits.email'] = [text(4000040)];
  if (name === '') fields['traits.name'] = [text(4000002)];
  if (Object.keys(fields).length > 0) throw new FormError([], fields);
}

/** Rejects a missing or too short password. */
export function checkPassword(password: string): void {
  if (password === '') throw new FormError([], { password: [text(4000002)] });
  if (password.length < PASSWORD_MIN) {
    throw new FormError([], { password: [text(4000032, { min_length: PASSWORD_MIN })] });
  }
}
