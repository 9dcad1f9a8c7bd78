import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { systemFact } from '../db/schema/system.ts';
import { StartError } from '../db/start-error.ts';

const FACT = 'secret_key_fingerprint';

/** The server's secret, and the keys derived from it. */
export interface Secrets {
  /** The secret itself, for a service that derives its own keys. */
  root: string;
  /** A 32-byte key for one purpose. It is the same on every node and at every start. */
  key(purpose: string): Buffer;
  /** Encrypts a text (AES-256-GCM), so that a copy of the database does not reveal it. */
  seal(purpose: string, text: string): string;
  /** Decrypts a sealed text. Throws if it was altered or sealed with another secret. */
  open(purpose: string, sealed: string): string;
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
    seal(purpose, text) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key(purpose), nonce);
      const parts = [nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()];
      return Buffer.concat(parts).toString('base64');
    },
    open(purpose, sealed) {
      const bytes = Buffer.from(sealed, 'base64');
      const decipher = createDecipheriv('aes-256-gcm', key(purpose), bytes.subarray(0, 12));
      decipher.setAuthTag(bytes.subarray(-16));
      return decipher.update(bytes.subarray(12, -16), undefined, 'utf8') + decipher.final('utf8');
    },
  };
}

/**
 * Rejects a secret other than the one that the database was created with, because every API key and second factor in it
 * would silently stop working.
 * @param accept whether to accept and remember the new secret anyway
 */
export async function checkSecret(db: Db, secrets: Secrets, accept: boolean): Promise<void> {
  const value = createHash('sha256').update(secrets.key('fingerprint')).digest('hex');
  const set = accept ? sql`excluded.value` : sql`${systemFact.value}`;
  const [fact] = await db
    .insert(systemFact)
    .values({ name: FACT, value })
    .onConflictDoUpdate({ target: systemFact.name, set: { value: set } })
    .returning();
  if (fact?.value === value) return;
  throw new StartError(
    'This database was created with a different SECRET_KEY (if none was set: with the file secret.key in its DATA_DIR).\n' +
      'Start with that key. If it is lost, the API keys and second factors created with it are lost too.\n' +
      'To continue without them, start once with SECRET_KEY_LOST=true.',
  );
}

function keptSecret(dataDir: string): string {
  const path = join(dataDir, 'secret.key');
  if (!existsSync(path)) {
    mkdirSync(dataDir, { recursive: true });
    writeFileSync(path, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' });
  }
  return readFileSync(path, 'utf8').trim();
}
