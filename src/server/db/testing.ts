import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import type { Database } from './client.ts';
import { embeddedDatabase } from './embedded.ts';
import { migrationsFingerprint } from './migrate.ts';
import { createClient } from './thread/create-client.ts';

/** Path of the dump of the migrated database, created by `testing-setup.ts`. */
export function dumpPath(): string {
  const cache = join(import.meta.dirname, '../../../node_modules/.cache/taskloom');
  return join(cache, `test-database-${migrationsFingerprint()}.tar`);
}

/** The dump, read once per process, because creating and reading a 40 MB blob is slow. */
class Dump extends Blob {
  readonly #bytes: ArrayBuffer;

  constructor(bytes: ArrayBuffer) {
    super();
    this.#bytes = bytes;
  }

  override async arrayBuffer(): Promise<ArrayBuffer> {
    return this.#bytes;
  }
}
let dump: Dump | undefined;

/** Closed databases of this process, for reuse. Emptying one takes a tenth of the time of opening one. */
const idle: PGlite[] = [];

/**
 * An empty database with all migrations, for one test file. Close it afterwards. It is in memory, opened from a dump that
 * is created before all tests. With TEST_DATABASE_URL, it is a new database on that PostgreSQL server, which is dropped
 * on close.
 * @param watch what records the statements of the embedded database
 */
export async function openTestDatabase(
  watch: (client: PGlite) => PGlite = (client) => client,
): Promise<Database> {
  const server = process.env.TEST_DATABASE_URL;
  if (server) return openTemporaryPostgres(server);
  const client = idle.pop() ?? (await openDump());
  return embeddedDatabase(watch(lend(client, await tablesOf(client))), { migrated: true });
}

async function openDump(): Promise<PGlite> {
  dump ??= new Dump(new Uint8Array(readFileSync(dumpPath())).buffer);
  return createClient(undefined, dump);
}

/** A database that can be closed. It then rejects queries and is emptied for the next user. */
function lend(client: PGlite, tables: Table[]): PGlite {
  const stops: (() => Promise<void>)[] = [];
  let isClosed = false;
  const own: Partial<PGlite> = {
    async listen(...args) {
      const stop = await client.listen(...args);
      stops.push(stop);
      return stop;
    },
    async close() {
      isClosed = true;
      for (const stop of stops) await stop();
      await dropNew(client, tables);
      // If tables were altered, the database isn't reused.
      const isSame = JSON.stringify(await tablesOf(client)) === JSON.stringify(tables);
      if (!isSame) return client.close();
      await empty(client, tables);
      idle.push(client);
    },
  };
  return new Proxy(client, {
    get(target, name) {
      if (name === 'closed') return isClosed;
      if (isClosed) throw new Error('The database of this test is closed');
      const value: unknown = Reflect.get(own, name) ?? Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

interface Table {
  name: string;
  columns: number;
}

async function tablesOf(client: PGlite): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select oid::regclass::text as name, relnatts as columns from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`);
  return rows;
}

/** Drops tables that were created during the test, as those of collections' indexes. */
async function dropNew(client: PGlite, before: Table[]): Promise<void> {
  const known = new Set(before.map(({ name }) => name));
  const created = (await tablesOf(client)).filter(({ name }) => !known.has(name));
  if (created.length > 0) {
    await client.exec(`drop table ${created.map(({ name }) => name).join(', ')} cascade`);
  }
}

/** Deletes all rows, which is faster than truncating, and resets settings and prepared statements. */
async function empty(client: PGlite, tables: Table[]): Promise<void> {
  const filled = tables.filter(({ name }) => name !== 'schema_migration');
  const deletes = filled.map(({ name }) => `delete from ${name};`).join('');
  // The replica role ignores foreign keys, so the order doesn't matter.
  await client.exec(`set session_replication_role = replica; ${deletes}`);
  await client.exec('discard all');
}

async function openTemporaryPostgres(server: string): Promise<Database> {
  const { openPostgres } = await import('./postgres/postgres.ts');
  const { url, drop } = await createTestPostgres(server);
  const database = await openPostgres(url, { dataDir: '' });
  return {
    ...database,
    async close() {
      await database.close();
      await drop();
    },
  };
}

/** A new, empty database on a PostgreSQL server. */
export async function createTestPostgres(
  server: string,
): Promise<{ url: string; drop: () => Promise<void> }> {
  const { default: pg } = await import('pg');
  const name = `taskloom_test_${randomUUID().replaceAll('-', '')}`;
  const command = async (sql: string) => {
    const client = new pg.Client(server);
    await client.connect();
    await client.query(sql);
    await client.end();
  };
  await command(`create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => command(`drop database if exists ${name} with (force)`) };
}
