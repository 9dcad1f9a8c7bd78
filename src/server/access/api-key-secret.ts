import { createHmac, randomBytes } from 'node:crypto';

/** Prefix of every API key. It distinguishes keys from session tokens and lets secret scanners recognise them. */
export const API_KEY_PREFIX = 'tlk_';
const SHOWN = API_KEY_PREFIX.length + 4;

/** Creates an API key with 192 random bits. */
export function newApiKey(): string {
  return API_KEY_PREFIX + randomBytes(24).toString('base64url');
}

/** The part of a key that is stored in plain text, to tell keys apart. */
export function apiKeyStart(key: string): string {
  return key.slice(0, SHOWN);
}

/** The stored hash of a key. Keys are random, so a fast keyed hash is enough. A slow one would slow down every run. */
export function hashApiKey(key: string, secret: Buffer): string {
  return createHmac('sha256', secret).update(key).digest('base64url');
}
