import { sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';

/** Records when OAuth clients and grants were last used, many in one statement for each table. */
export async function touchOAuth(db: Db, used: ReadonlyMap<string, number>): Promise<void> {
  const values = [...used].map(([id, at]) => ({ id, at: new Date(at).toISOString() }));
  for (const table of ['oauth_client', 'oauth_grant']) {
    await db.execute(sql`update ${sql.identifier(table)} as used set last_used_at = uses.at
      from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as uses(id text, at timestamptz)
      where used.id = uses.id`);
  }
}
