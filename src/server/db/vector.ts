import { type SQL, sql } from 'drizzle-orm';
import type { Db } from './client.ts';

/**
 * Creates the pgvector extension when it can be had.
 * @returns whether it is there
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
    // Installed on the machine, but this role may not create extensions.
    return false;
  }
}
