import { type SQL, sql } from 'drizzle-orm';
import type { Db } from './client.ts';

/**
 * Creates the pgvector extension if it is available.
 * @returns whether it is installed
 */
export async function ensureVector(db: Db): Promise<boolean> {
  const found = async (query: SQL) => (await db.execute(query)).rows.length > 0;
  if (await found(sql`select from pg_extension where extname = 'vector'`)) return true;
  const available = sql`select from pg_available_extensions where name = 'vector'`;
  if (!(await found(available))) return false;
  try {
    await db.execute(sql`create extension if not exists vector`);
    return true;
  } catch {
    // Available on the server, but this role isn't allowed to create extensions.
    return false;
  }
}
