import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import type { Db, Tx } from './client.ts';
import { StartError } from './start-error.ts';

const folder = join(import.meta.dirname, 'migrations');

interface Migration {
  tag: string;
  when: number;
  hash: string;
  statements: string[];
}

/** The migrations of this version, oldest first. */
export function readMigrations(): Migration[] {
  const journal = JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8')) as {
    entries: { tag: string; when: number }[];
  };
  return journal.entries.map(({ tag, when }) => {
    const text = readFileSync(join(folder, `${tag}.sql`), 'utf8');
    const hash = createHash('sha256').update(text).digest('hex');
    return { tag, when, hash, statements: text.split('--> statement-breakpoint') };
  });
}

/** A hash of all migrations. It names the database template and the tests' cached dump. */
export function migrationsFingerprint(): string {
  const files = existsSync(folder) ? readdirSync(folder).filter((f) => f.endsWith('.sql')) : [];
  const hash = createHash('sha256');
  for (const file of files.sort()) hash.update(file).update(readFileSync(join(folder, file)));
  return hash.digest('hex').slice(0, 16);
}

/**
 * Applies the missing migrations, all or none. On PostgreSQL, an advisory lock makes nodes that start at the same time
 * take turns.
 * @throws StartError if the database has migrations that this version doesn't know
 */
export async function migrate(db: Db): Promise<void> {
  const known = readMigrations();
  if (await isCurrent(db, known)) return;
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(7265401)`);
    await tx.execute(sql`create table if not exists schema_migration (
      hash text primary key, tag text not null, applied_at timestamptz not null default now())`);
    const applied = await readApplied(tx);
    refuseNewer(known, applied);
    for (const migration of known) {
      if (applied.some(({ hash }) => hash === migration.hash)) continue;
      for (const statement of migration.statements) await tx.execute(sql.raw(statement));
      await tx.execute(
        sql`insert into schema_migration (hash, tag) values (${migration.hash}, ${migration.tag})`,
      );
    }
  });
}

interface Applied extends Record<string, unknown> {
  hash: string;
  tag: string;
}

async function readApplied(db: Db | Tx): Promise<Applied[]> {
  return (await db.execute<Applied>(sql`select hash, tag from schema_migration`)).rows;
}

/** The common case: nothing to migrate, so no lock and no transaction are needed. */
async function isCurrent(db: Db, known: Migration[]): Promise<boolean> {
  const { rows } = await db.execute<{ there: boolean }>(
    sql`select to_regclass('schema_migration') is not null as there`,
  );
  if (!rows[0]?.there) return false;
  const applied = await readApplied(db);
  refuseNewer(known, applied);
  return applied.length === known.length;
}

function refuseNewer(known: Migration[], applied: Applied[]): void {
  const unknown = applied.filter((row) => !known.some((migration) => migration.hash === row.hash));
  if (unknown.length === 0) return;
  const tags = unknown.map((row) => row.tag).join(', ');
  throw new StartError(
    `The database was migrated by a newer version of Taskloom. This version doesn't know these migrations: ${tags}.\n` +
      'Start the newer version, or use another DATA_DIR or DATABASE_URL. Nothing was changed.',
  );
}
