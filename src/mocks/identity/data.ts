import { newId } from '#core/ids.ts';
import { IDENTITY_LIFESPANS } from '#domain/identity/limits.ts';
import type { IdentityTableData, SessionRow } from '#domain/identity/rows.ts';
import type { NotificationMail } from '#domain/notification/notification.port.ts';

/** The rows of the mocked identity service, and the state of its browser. */
export interface IdentityData extends IdentityTableData {
  outbox: Mail[];
  /** The session of this browser. It is stored here because a page can't set HttpOnly cookies. */
  current: string | null;
  /** In place of the CSRF cookie. */
  csrf: string;
  /** The identities that have signed up or in here; the server knows it from a cookie. */
  used_here: string[];
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

/** A session of somebody who signed in with their password. */
export function newSession(
  identityId: string,
  id: string = crypto.randomUUID(),
  now: number = Date.now(),
): SessionRow {
  const at = new Date(Math.max(now, Date.now()));
  return {
    id,
    tokenHash: id,
    identityId,
    aal: 'aal1',
    authenticationMethods: [{ method: 'password', aal: 'aal1', completed_at: at.toISOString() }],
    issuedAt: at,
    authenticatedAt: at,
    expiresAt: new Date(at.getTime() + IDENTITY_LIFESPANS.session),
    lastSeenAt: at,
    deviceId: `${id}-device`,
    ipAddress: '127.0.0.1',
    userAgent: 'Mock browser',
  };
}

/** Signs a person out everywhere. */
export function endSessionsOf(data: IdentityData, identityId: string): void {
  for (const session of Object.values(data.sessions))
    if (session.identityId === identityId) delete data.sessions[session.id];
}

/** Puts an email into the outbox, and prints its subject where developers see it. */
export function putIntoOutbox(
  data: IdentityData,
  { to, subject, text, code = '' }: Pick<Mail, 'to' | 'subject' | 'text'> & { code?: string },
): void {
  const at = new Date().toISOString();
  data.outbox.push({ id: newId('message'), to, subject, text, code, at });
  console.info(`[mocks] email to ${to}: ${subject}`);
}

/** A notification as an email. */
export function notificationMail({ to, subject, paragraphs, unsubscribeUrl }: NotificationMail) {
  const lines = paragraphs.map(({ text, link }) => [text, link].filter(Boolean).join('\n'));
  if (unsubscribeUrl) lines.push(`Unsubscribe: ${unsubscribeUrl}`);
  return { to, subject, text: lines.join('\n\n') };
}
