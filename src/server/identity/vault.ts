import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  randomInt,
} from 'node:crypto';
import type { Vault } from '#domain/identity/context.ts';

/** Creates the vault. The first secret encrypts and signs; all of them decrypt. */
export function createVault(secrets: readonly string[]): Vault {
  const cache = new Map<string, Buffer[]>();
  const keys = (purpose: string): Buffer[] => {
    const known = cache.get(purpose);
    if (known) return known;
    const derived = secrets.map((secret) =>
      Buffer.from(hkdfSync('sha256', secret, 'taskloom-identity', purpose, 32)),
    );
    cache.set(purpose, derived);
    return derived;
  };
  const macs = (purpose: string, text: string) =>
    keys(purpose).map((key) => createHmac('sha256', key).update(text).digest('hex'));

  return {
    macs,
    mac: (purpose, text) => macs(purpose, text)[0] as string,
    encrypt(purpose, text) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', keys(purpose)[0] as Buffer, nonce);
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url');
    },
    decrypt(purpose, sealed) {
      const bytes = Buffer.from(sealed, 'base64url');
      for (const key of keys(purpose)) {
        try {
          const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12), {
            authTagLength: 16,
          });
          decipher.setAuthTag(bytes.subarray(12, 28));
          return decipher.update(bytes.subarray(28), undefined, 'utf8') + decipher.final('utf8');
        } catch {
          // It may have been encrypted with an older secret.
        }
      }
      throw new Error(`No configured secret decrypts this ${purpose}`);
    },
  };
}

/** SHA-256 in hex, for random tokens that need no key. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** A token of 256 random bits with Ory's prefix for its kind. */
export function randomToken(prefix: string): string {
  return prefix + randomBytes(32).toString('base64url');
}

/** A code of some digits. */
export function randomCode(digits: number): string {
  return String(randomInt(10 ** digits)).padStart(digits, '0');
}
