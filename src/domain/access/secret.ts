import { toBase64Url } from '#core/base64url.ts';

const HOUR = 3_600_000;

/** A new secret with 192 random bits. Its prefix lets secret scanners recognise it. */
export function newSecret(prefix: string): string {
  return prefix + toBase64Url(crypto.getRandomValues(new Uint8Array(24)));
}

/** The first characters of a secret, which may be shown to tell secrets apart. */
export function shownPart(secret: string, prefix: string): string {
  return secret.slice(0, prefix.length + 4);
}

/** Until when a replaced secret still works; null if it stops at once. */
export function overlapEnd(hours: number): string | null {
  return hours > 0 ? new Date(Date.now() + hours * HOUR).toISOString() : null;
}

/** A time that has not passed yet; otherwise null. */
export function unlessPast(time: string | null): string | null {
  return time !== null && Date.parse(time) > Date.now() ? time : null;
}
