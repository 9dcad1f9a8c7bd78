import type { Session } from '@ory/client';

/** Whether the identity service has verified an email address; null when it does not say. */
export function isEmailVerified(session: Session, email: string): boolean | null {
  const addresses = session.identity?.verifiable_addresses ?? [];
  const address = addresses.find(({ value }) => value.toLowerCase() === email.toLowerCase());
  return address ? address.verified : null;
}
