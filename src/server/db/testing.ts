import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from './client.ts';
import { createClient, embeddedDatabase } from './embedded.ts';
import { migrationsFingerprint } from './migrate.ts';

const cache = join(import.meta.dirname, '../../../node_modules/.cache/taskloom');

/** The dump, read once by each process: a blob of forty megabytes is slow to make, and to read. */
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

/**
 * A fresh database with the migrations applied, for one test file; close it after. In memory, from a
 * dump that is kept between runs and made anew when the migrations change; or, with TEST_DATABASE_URL,
 * a new database on that PostgreSQL, which goes when it is closed.
 */
export async function openTestDatabase(): Promise<Database> {
  const server = process.env.TEST_DATABASE_URL;
  if (server) return openTemporaryPostgres(server);
  const path = join(cache, `test-database-${migrationsFingerprint()}.tar`);
  if (!existsSync(path)) await makeDump(path);
  dump ??= new Dump(new Uint8Array(readFileSync(path)).buffer);
  const client = await createClient(undefined, dump);
  return embeddedDatabase(client, { migrated: true });
}

async function makeDump(path: string): Promise<void> {
  const client = await createClient();
  const database = await embeddedDatabase(client);
  const made = await client.dumpDataDir('none');
  await database.close();
  mkdirSync(cache, { recursive: true });
  // Two test workers may do this at once: each writes its own file, and the last name wins.
  const own = `${path}.${process.pid}`;
  writeFileSync(own, Buffer.from(await made.arrayBuffer()));
  renameSync(own, path);
}

async function openTemporaryPostgres(server: string): Promise<Database> {
  const { default: pg } = await import('pg');
  const { openPostgres } = await import('./postgres.ts');
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
  const database = await openPostgres(url.href, { dataDir: '' });
  return {
    ...database,
    async close() {
      await database.close();
      await command(`drop database if exists ${name} with (force)`);
    },
  };
}
