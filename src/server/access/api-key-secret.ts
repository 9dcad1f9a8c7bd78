import { createHmac, randomBytes } from 'node:crypto';

/** How every API key starts: tells it from a session's token, and secret scanners what it is. */
export const API_KEY_PREFIX = 'tlk_';
const SHOWN = API_KEY_PREFIX.length + 4;

/** A new API key with 192 random bits. */
export function newApiKey(): string {
  return API_KEY_PREFIX + randomBytes(24).toString('base64url');
}

/** The part of a key that is kept readable, to tell keys apart. */
export function apiKeyStart(key: string): string {
  return key.slice(0, SHOWN);
}

/** What is kept of a key. It is random, so a fast keyed hash is enough; a slow one would slow every run. */
export function hashApiKey(key: string, secret: Buffer): string {
  return createHmac('sha256', secret).update(key).digest('base64url');
}
