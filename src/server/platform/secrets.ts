import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The server's secret, and the keys derived from it. */
export interface Secrets {
  /** The secret itself, for a service that derives its own keys. */
  root: string;
  /** A 32-byte key for one purpose. It is the same on every node and at every start. */
  key(purpose: string): Buffer;
  /**
   * Encrypts a text (AES-256-GCM), so that a copy of the database does not reveal it.
   * @param bound authenticated with the text, but not stored
   */
  seal(purpose: string, text: string, bound?: string): string;
  /** Decrypts a sealed text. Throws if it was altered, sealed with another secret or bound to something else. */
  open(purpose: string, sealed: string, bound?: string): string;
}

/**
 * @param given SECRET_KEY; if missing, a secret is generated and stored in the data directory
 * @param dataDir the data directory
 */
export function loadSecrets(given: string | undefined, dataDir: string): Secrets {
  const root = given ?? keptSecret(dataDir);
  const key = (purpose: string) => Buffer.from(hkdfSync('sha256', root, '', purpose, 32));
  return {
    root,
    key,
    seal(purpose, text, bound) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key(purpose), nonce);
      if (bound !== undefined) cipher.setAAD(Buffer.from(bound));
      const parts = [nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()];
      return Buffer.concat(parts).toString('base64');
    },
    open(purpose, sealed, bound) {
      const bytes = Buffer.from(sealed, 'base64');
      const decipher = createDecipheriv('aes-256-gcm', key(purpose), bytes.subarray(0, 12), {
        authTagLength: 16,
      });
      decipher.setAuthTag(bytes.subarray(-16));
      if (bound !== undefined) decipher.setAAD(Buffer.from(bound));
      return decipher.update(bytes.subarray(12, -16), undefined, 'utf8') + decipher.final('utf8');
    },
  };
}

function keptSecret(dataDir: string): string {
  const path = join(dataDir, 'secret.key');
  if (!existsSync(path)) {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    writeFileSync(path, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' });
  }
  return readFileSync(path, 'utf8').trim();
}
