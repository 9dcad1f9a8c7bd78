import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { systemFact } from '../db/schema/system.ts';
import { StartError } from '../db/start-error.ts';
import type { Secrets } from './secrets.ts';

const FACT = 'secret_key_fingerprint';

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
