import { sql } from 'drizzle-orm';
import type { Db, Tx } from '../client.ts';

/** The extensions that retrieval uses, if they are installed. Everything works without them, with less. */
export interface Extensions {
  /** pgvector: search by meaning. */
  vector: boolean;
  /** pg_textsearch: search by words, ranked by BM25. */
  bm25: boolean;
}

/** The oldest versions that have what is used: `halfvec` and iterative scans; an index that needs no shared memory. */
const OLDEST = { vector: [0, 8], pg_textsearch: [1, 3] } as const;

/** Creates the extensions that are available. */
export async function ensureExtensions(db: Db): Promise<Extensions> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select name from pg_available_extensions
    where name in ('vector', 'pg_textsearch') and installed_version is null`);
  for (const { name } of rows) {
    try {
      await db.execute(sql.raw(`create extension if not exists ${name}`));
    } catch {
      // This role isn't allowed to, or the library isn't loaded when the server starts.
    }
  }
  return usableExtensions(db);
}

/** The extensions of the database that are new enough. */
export async function usableExtensions(db: Db | Tx): Promise<Extensions> {
  const { rows } = await db.execute<{ name: string; version: string }>(
    sql`select extname as name, extversion as version from pg_extension`,
  );
  const versions = new Map(rows.map(({ name, version }) => [name, version]));
  const isUsable = (name: keyof typeof OLDEST) => isEnough(versions.get(name) ?? '', OLDEST[name]);
  return { vector: isUsable('vector'), bm25: isUsable('pg_textsearch') };
}

function isEnough(version: string, [major, minor]: readonly [number, number]): boolean {
  const [own = -1, next = -1] = version.split('.').map((part) => Number.parseInt(part, 10));
  return own > major || (own === major && next >= minor);
}
