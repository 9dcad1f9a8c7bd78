import { sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';

/** The tables of what programs authenticate with. */
type Credential = 'api_key' | 'oauth_client' | 'oauth_grant';

/**
 * Records when credentials were last used, in one statement.
 * @param used milliseconds since 1970 by ID; IDs of other tables are ignored
 */
export async function noteLastUse(
  db: Db,
  table: Credential,
  used: ReadonlyMap<string, number>,
): Promise<void> {
  const values = [...used].map(([id, at]) => ({ id, at: new Date(at).toISOString() }));
  await db.execute(sql`update ${sql.identifier(table)} as credential set last_used_at = used.at
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as used(id text, at timestamptz)
    where credential.id = used.id`);
}
