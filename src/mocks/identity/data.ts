import { newId } from '#core/ids.ts';
import { IDENTITY_LIFESPANS } from '#domain/identity/limits.ts';
import type { FlowMessage } from '#domain/identity/texts.ts';
import { normaliseEmail, type Traits } from '#domain/identity/traits.ts';
import type { NotificationMail } from '#domain/notification/notification.port.ts';

/** The data of the mocked identity service, as plain JSON. */
export interface IdentityData {
  identities: Record<string, StoredIdentity>;
  sessions: Record<string, StoredSession>;
  flows: Record<string, StoredFlow>;
  outbox: Mail[];
  /** The session of this browser. It is stored here because a page can't set HttpOnly cookies. */
  current: string | null;
  /** The identities that have signed up or in here; the server knows it from a cookie. */
  used_here: string[];
}

export interface StoredIdentity {
  id: string;
  email: string;
  name: string;
  password: string;
  verified_at: string | null;
  /** The authenticator app's secret. */
  totp: string | null;
  lookup: { code: string; used_at: string | null }[] | null;
  created_at: string;
  updated_at: string;
}

export type Method = 'password' | 'code' | 'code_recovery' | 'totp' | 'lookup_secret';

export interface StoredSession {
  id: string;
  identity_id: string;
  aal: 'aal1' | 'aal2';
  methods: { method: Method; aal: 'aal1' | 'aal2'; completed_at: string }[];
  issued_at: string;
  authenticated_at: string;
  expires_at: string;
}

export type FlowKind = 'login' | 'registration' | 'recovery' | 'verification' | 'settings';

export interface StoredFlow {
  id: string;
  kind: FlowKind;
  type: 'browser' | 'api';
  state: 'choose_method' | 'sent_email' | 'passed_challenge' | 'show_form' | 'success';
  issued_at: string;
  expires_at: string;
  request_url: string;
  return_to?: string;
  refresh?: boolean;
  aal: 'aal1' | 'aal2';
  /** The identity of a settings flow, a second factor or an emailed code. */
  identity_id?: string;
  email?: string;
  code?: string;
  /** The identity that it asks about: whether the person signed up. */
  ask?: string;
  /** Whether the account was ended, because its address's owner didn't sign up. */
  is_disowned?: true;
  attempts: number;
  /** Whether the person has signed in or up with it. */
  is_done?: true;
  messages: FlowMessage[];
  values: Record<string, string>;
  fieldMessages: Record<string, FlowMessage[]>;
  /** A registration that waits for the code that proves its address. */
  claim?: Traits & { password: string };
  /** Secrets that have been shown but not yet confirmed. */
  totp?: string;
  lookup?: string[];
  /** Whether the form shows the confirmed backup codes. */
  is_revealed?: boolean;
  /** The second step of a registration. */
  step?: 'credentials';
}

/** An email in the outbox. It isn't sent; its code is read here. */
export interface Mail {
  id: string;
  to: string;
  subject: string;
  text: string;
  code: string;
  at: string;
}

/** A new session. */
export function newSession(
  identityId: string,
  methods: Method[],
  id: string = newId('session'),
  now: number = Date.now(),
): StoredSession {
  const at = new Date(Math.max(now, Date.now()));
  return {
    id,
    identity_id: identityId,
    aal: 'aal1',
    methods: methods.map((method) => ({ method, aal: 'aal1', completed_at: at.toISOString() })),
    issued_at: at.toISOString(),
    authenticated_at: at.toISOString(),
    expires_at: new Date(at.getTime() + IDENTITY_LIFESPANS.session).toISOString(),
  };
}

/** Puts an email with a new six-digit code into the outbox. Returns the code. */
export function mailCode(data: IdentityData, to: string, subject: string): string {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
  const code = String(100_000 + (random % 900_000));
  const text = `${subject}: ${code}`;
  data.outbox.push({ id: newId('message'), to, subject, text, code, at: new Date().toISOString() });
  return code;
}

/** Signs a person out everywhere. */
export function endSessionsOf(data: IdentityData, identityId: string): void {
  for (const { id, identity_id } of Object.values(data.sessions))
    if (identity_id === identityId) delete data.sessions[id];
}

/** Puts an email without a code into the outbox. */
export function putIntoOutbox(
  data: IdentityData,
  { to, subject, paragraphs, unsubscribeUrl }: NotificationMail,
): void {
  const lines = paragraphs.map(({ text, link }) => [text, link].filter(Boolean).join('\n'));
  if (unsubscribeUrl) lines.push(`Unsubscribe: ${unsubscribeUrl}`);
  const at = new Date().toISOString();
  data.outbox.push({ id: newId('message'), to, subject, text: lines.join('\n\n'), code: '', at });
  console.info(`[mocks] email to ${to}: ${subject}`);
}

/** The identity with an email address, ignoring case. */
export function identityByEmail(data: IdentityData, email: string): StoredIdentity | undefined {
  const wanted = normaliseEmail(email);
  return Object.values(data.identities).find((identity) => identity.email === wanted);
}
