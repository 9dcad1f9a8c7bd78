import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';

interface Rows<R> {
  rows: R[];
}

/** `db.execute(sql…)` returns `{ rows }`, on PGlite and on PostgreSQL. */
interface RowsHKT extends PgQueryResultHKT {
  type: Rows<this['row']>;
}

/** Drizzle over PGlite or PostgreSQL: the same SQL on both. */
export type Db = PgDatabase<RowsHKT, Record<string, never>>;
/**
 * A transaction. PGlite has a single connection, so using the outer `db` inside a transaction waits forever. Pass `tx` on,
 * and never await a model or another server in a transaction.
 */
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0];

/** An open database, with the features that differ between PGlite and PostgreSQL. */
export interface Database {
  db: Db;
  kind: 'pglite' | 'postgres';
  /** Whether pgvector is installed. Without it, search is lexical only. */
  vector: boolean;
  /** Whether pg_textsearch is installed. Without it, `ts_rank` replaces BM25. */
  bm25: boolean;
  /**
   * Sends a text (under 8000 bytes, so send ids, not contents) to all listeners on the channel, on every node. Inside a
   * transaction, it is sent on commit.
   */
  notify(channel: string, payload: string, tx?: Tx): Promise<void>;
  /**
   * Calls back for each text sent to the channel. Returns a function that stops listening.
   * @param onConnection called with false when notifications may be missed, and with true when they arrive again
   */
  listen(
    channel: string,
    onPayload: (payload: string) => void,
    onConnection?: (isConnected: boolean) => void,
  ): Promise<() => Promise<void>>;
  /**
   * Holds a name for as long as this process is connected; several processes may hold the same one. When the process
   * dies, however that happens, the database releases its names at once. A process that merely stalls keeps them.
   * @returns a function that releases the name
   */
  hold(name: string): Promise<() => Promise<void>>;
  /** Which of these names are held. */
  held(names: readonly string[]): Promise<Set<string>>;
  /** Throws if the database doesn't respond. */
  ping(): Promise<void>;
  /** Waits for queries in progress, then releases the data directory. Safe to call twice. */
  close(): Promise<void>;
}

/** Location of the database, and how to describe this process to another one that tries to open it. */
export interface DatabaseOptions {
  /** The folder of the embedded database. Ignored if `databaseUrl` is set. */
  dataDir: string;
  databaseUrl?: string | undefined;
  /** Maximum number of connections to PostgreSQL. Defaults to 10. */
  poolSize?: number | undefined;
  /** Shown in the error of a second process on the same folder. */
  url?: string | undefined;
  /** Called when a connection is lost. */
  onError?: ((error: Error) => void) | undefined;
}
