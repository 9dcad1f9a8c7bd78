import { sql } from 'drizzle-orm';
import type { Db } from './client.ts';

/**
 * Creates the pgvector extension when it can be had.
 * @returns whether it is there
 */
export async function ensureVector(db: Db): Promise<boolean> {
  const { rows } = await db.execute<{ installed: boolean; available: boolean }>(sql`select
    exists (select from pg_extension where extname = 'vector') as installed,
    exists (select from pg_available_extensions where name = 'vector') as available`);
  const [row] = rows;
  if (row?.installed) return true;
  if (!row?.available) return false;
  try {
    await db.execute(sql`create extension if not exists vector`);
    return true;
  } catch {
    // Installed on the machine, but this role may not create extensions.
    return false;
  }
}
