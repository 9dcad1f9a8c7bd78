import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { sha256 } from './vault.ts';

const BYTES = 32;
const pattern = /^[A-Za-z0-9+/]{43}=$/;

/** The cookie name depends on the base URL, so that two deployments on one host don't collide. */
export function csrfCookieName(publicUrl: string): string {
  return `csrf_token_${createHash('sha256').update(publicUrl).digest('hex')}`;
}

/** A new cookie value: base64 of 32 random bytes. */
export function newCsrfSecret(): string {
  return randomBytes(BYTES).toString('base64');
}

/** The cookie's value; undefined if it is malformed. */
export function validCsrfSecret(value: string | undefined): string | undefined {
  return value && pattern.test(value) ? value : undefined;
}

/** The value that binds a flow to the browser that started it. */
export function csrfHash(secret: string): string {
  return sha256(`csrf\n${secret}`);
}

/** The CSRF token of a form: the secret masked with a fresh pad, so that no two responses contain the same token. */
export function maskCsrf(secret: string): string {
  const token = Buffer.from(secret, 'base64');
  const pad = randomBytes(BYTES);
  return Buffer.concat([pad, xor(pad, token)]).toString('base64');
}

/** Whether a form's CSRF token matches the cookie. */
export function verifyCsrf(secret: string, masked: unknown): boolean {
  if (typeof masked !== 'string') return false;
  const bytes = Buffer.from(masked, 'base64');
  const token = Buffer.from(secret, 'base64');
  if (bytes.length !== 2 * BYTES || token.length !== BYTES) return false;
  return timingSafeEqual(xor(bytes.subarray(0, BYTES), bytes.subarray(BYTES)), token);
}

function xor(left: Buffer, right: Buffer): Buffer {
  return Buffer.from(left.map((byte, index) => byte ^ (right[index] as number)));
}
