import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from './client.ts';
import { createClient, embeddedDatabase } from './embedded.ts';
import { migrationsFingerprint } from './migrate.ts';

const cache = join(import.meta.dirname, '../../../node_modules/.cache/taskloom');

/**
 * A fresh database in memory with the migrations applied, for one test file; close it after. Starts
 * from a dump that is kept between runs and made anew when the migrations change.
 */
export async function openTestDatabase(): Promise<Database> {
  const path = join(cache, `test-database-${migrationsFingerprint()}.tar`);
  if (!existsSync(path)) await makeDump(path);
  const client = await createClient(undefined, new Blob([readFileSync(path)]));
  return embeddedDatabase(client, { migrated: true });
}

async function makeDump(path: string): Promise<void> {
  const client = await createClient();
  const database = await embeddedDatabase(client);
  const dump = await client.dumpDataDir('none');
  await database.close();
  mkdirSync(cache, { recursive: true });
  // Two test workers may do this at once: each writes its own file, and the last name wins.
  const own = `${path}.${process.pid}`;
  writeFileSync(own, Buffer.from(await dump.arrayBuffer()));
  renameSync(own, path);
}
