import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';

interface Rows<R> {
  rows: R[];
}

/** `db.execute(sql…)` answers `{ rows }`, on PGlite and on PostgreSQL alike. */
interface RowsHKT extends PgQueryResultHKT {
  type: Rows<this['row']>;
}

/** Drizzle over PGlite or PostgreSQL: the same SQL on both. */
export type Db = PgDatabase<RowsHKT, Record<string, never>>;
/**
 * A transaction. On PGlite there is one connection: using the outer `db` inside a transaction waits for
 * ever, so pass `tx` on, and never await a model or another server in one.
 */
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0];

/** An open database and what differs between the two kinds. */
export interface Database {
  db: Db;
  kind: 'pglite' | 'postgres';
  /** Whether pgvector is there; without it everything but retrieval works. */
  vector: boolean;
  /**
   * Sends a text (under 8000 bytes: send ids, not contents) to all who listen on the channel, on every
   * node; inside a transaction when it commits.
   */
  notify(channel: string, payload: string, tx?: Tx): Promise<void>;
  /** Calls back for each text sent to the channel. Gives what stops it. */
  listen(channel: string, onPayload: (payload: string) => void): Promise<() => Promise<void>>;
  /** Throws when the database does not answer. */
  ping(): Promise<void>;
  /** Waits for what is under way, then lets the data directory go. Safe to call twice. */
  close(): Promise<void>;
}

/** Where the database is, and how to speak of this process to the next one that wants it. */
export interface DatabaseOptions {
  /** The folder that holds the embedded database. Not used when `databaseUrl` is given. */
  dataDir: string;
  databaseUrl?: string | undefined;
  /** Connections to PostgreSQL at most; 10 when absent. */
  poolSize?: number | undefined;
  /** Named in the message that a second process on the same folder gets. */
  url?: string | undefined;
  /** Where connection losses are reported. */
  onError?: ((error: Error) => void) | undefined;
}

/**
 * Opens the database, creates what is missing and applies the migrations: PostgreSQL when there is a
 * URL, else the embedded one in the data directory.
 * @throws StartError when the folder cannot be used, another process has it, or the database is newer
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  if (options.databaseUrl) {
    const { openPostgres } = await import('./postgres.ts');
    return openPostgres(options.databaseUrl, options);
  }
  const { openEmbedded } = await import('./embedded.ts');
  return openEmbedded(options);
}
