import { sql } from 'drizzle-orm';
import type { Db, Tx } from '../client.ts';

/** The optional extensions of retrieval. */
export interface Extensions {
  /** pgvector: vector search. */
  vector: boolean;
  /** pg_textsearch: lexical search, ranked by BM25. */
  bm25: boolean;
}

/**
 * The minimum versions: pgvector for `halfvec` and iterative scans, pg_textsearch for an index that needs no shared
 * memory.
 */
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
      // The role lacks the privilege, or the library isn't preloaded.
    }
  }
  return usableExtensions(db);
}

/** The installed extensions that are recent enough. */
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
