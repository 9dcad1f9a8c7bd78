import { accessSync, constants, mkdirSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/pglite';
import type { Database, DatabaseOptions, Db, Tx } from './client.ts';
import { lockFolder } from './lock.ts';
import { migrate } from './migrate.ts';
import { ensureExtensions } from './retrieval/extensions.ts';
import { StartError } from './start-error.ts';
import { copyTemplate } from './template.ts';
import { type EmbeddedClient, openThreadedClient } from './thread/threaded-client.ts';
import { takingTurns } from './turns/turns.ts';

/**
 * Opens the embedded database in `<dataDir>/database`, created from the shipped template on the first start. PGlite
 * doesn't flush to disk on commit: a process crash loses nothing, but a power failure can.
 */
export async function openEmbedded(options: DatabaseOptions): Promise<Database> {
  const folder = usableFolder(options.dataDir);
  const unlock = lockFolder(folder, options.url);
  try {
    const migrated = isEmpty(folder) && copyTemplate(folder);
    const database = await embeddedDatabase(await openThreadedClient(folder, endProcess), {
      migrated,
    });
    const close = database.close;
    return { ...database, close: () => close().finally(unlock) };
  } catch (error) {
    unlock();
    throw error;
  }
}

/** A PGlite as a `Database`. `migrated` means that it came from a dump with all migrations. */
export async function embeddedDatabase(
  opened: PGlite | EmbeddedClient,
  { migrated = false }: { migrated?: boolean } = {},
): Promise<Database> {
  const client = takingTurns(opened);
  const db = drizzle(client as PGlite) as unknown as Db;
  if (!migrated) {
    await ensureExtensions(db);
    await migrate(db);
  }
  // There is no other process.
  const names = new Map<symbol, string>();
  let closing: Promise<void> | undefined;
  return {
    db,
    kind: 'pglite',
    vector: true,
    bm25: true,
    async notify(channel, payload, tx?: Tx) {
      await (tx ?? db).execute(sql`select pg_notify(${channel}, ${payload})`);
    },
    async listen(channel, onPayload) {
      const stop = await client.listen(channel, onPayload);
      return () => (client.closed ? Promise.resolve() : stop());
    },
    async hold(name) {
      const own = Symbol(name);
      names.set(own, name);
      return async () => void names.delete(own);
    },
    async held(wanted) {
      const held = new Set(names.values());
      return new Set(wanted.filter((name) => held.has(name)));
    },
    async ping() {
      await db.execute(sql`select 1`);
    },
    close() {
      closing ??= client.close();
      return closing;
    },
  };
}

/** Nothing works without the database, so the process exits, for its supervisor to restart it. */
function endProcess(error: Error): void {
  queueMicrotask(() => {
    throw error;
  });
}

function usableFolder(dataDir: string): string {
  const folder = join(resolve(dataDir), 'database');
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.W_OK);
    accessSync(resolve(dataDir), constants.W_OK);
  } catch (cause) {
    const reason = (cause as NodeJS.ErrnoException).code ?? String(cause);
    throw new StartError(
      `The data directory ${resolve(dataDir)} is not writable (${reason}).\n` +
        'Make it writable, or set DATA_DIR to another directory.',
      { cause },
    );
  }
  return folder;
}

function isEmpty(folder: string): boolean {
  return readdirSync(folder).length === 0;
}
