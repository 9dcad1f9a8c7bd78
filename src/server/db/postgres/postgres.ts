import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { Database, DatabaseOptions, Db, Tx } from '../client.ts';
import { migrate } from '../migrate.ts';
import { type Extensions, ensureExtensions } from '../retrieval/extensions.ts';
import { StartError } from '../start-error.ts';
import { FairPool } from './fair-pool.ts';
import { readHeld } from './held-names.ts';
import { createListener } from './listener.ts';

// Counts and money are int8. Our values stay far below 2^53, and PGlite returns numbers too.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** Opens a PostgreSQL database and applies the migrations. */
export async function openPostgres(url: string, options: DatabaseOptions): Promise<Database> {
  const report = options.onError ?? (() => {});
  const config = connectionConfig(url);
  const pool = new FairPool({ ...config, max: options.poolSize ?? 10 });
  // Without a listener, a lost idle connection would crash the process.
  pool.on('error', report);
  const db = drizzle(pool) as unknown as Db;
  try {
    await pool.query('select 1').catch((error: unknown) => {
      throw unreachable(url, error);
    });
    const extensions = await ensureExtensions(db);
    await migrate(db);
    return postgresDatabase(pool, db, extensions, createListener(config, report));
  } catch (error) {
    await pool.end();
    throw error;
  }
}

function postgresDatabase(
  pool: pg.Pool,
  db: Db,
  extensions: Extensions,
  listener: ReturnType<typeof createListener>,
): Database {
  let closing: Promise<void> | undefined;
  return {
    db,
    kind: 'postgres',
    ...extensions,
    async notify(channel, payload, tx?: Tx) {
      await (tx ?? db).execute(sql`select pg_notify(${channel}, ${payload})`);
    },
    listen: listener.listen,
    hold: listener.hold,
    held: (names) => readHeld(pool, names),
    async ping() {
      await pool.query('select 1');
    },
    close() {
      closing ??= listener.close().then(() => pool.end());
      return closing;
    },
  };
}

function connectionConfig(url: string) {
  try {
    new URL(url);
  } catch (cause) {
    throw new StartError('DATABASE_URL is not a URL such as postgres://user@host:5432/name.', {
      cause,
    });
  }
  return {
    connectionString: url,
    application_name: 'taskloom',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  };
}

function unreachable(url: string, cause: unknown): StartError {
  const { hostname, port, pathname } = new URL(url);
  const reason =
    cause instanceof AggregateError ? cause.errors.map(String).join('; ') : String(cause);
  return new StartError(
    `Cannot connect to PostgreSQL at ${hostname}:${port || 5432}${pathname}: ${reason}\n` +
      'Check DATABASE_URL and that the server is running.',
    { cause },
  );
}
