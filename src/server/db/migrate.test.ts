import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api';
import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, it } from 'vitest';
import { checkSecret } from '../platform/secrets.repository.ts';
import { loadSecrets } from '../platform/secrets.ts';
import { lockFolder } from './lock.ts';
import { migrate, readMigrations } from './migrate.ts';
import { StartError } from './start-error.ts';
import { openTestDatabase } from './testing.ts';

// drizzle-kit adds a method to every array, which breaks the for…in loops of other libraries in the tests that follow.
Object.defineProperty(Array.prototype, 'random', { enumerable: false });

const database = await openTestDatabase();
const { db } = database;
const SOURCES = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'taskloom-db-'));
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('migrations', () => {
  it('create the tables of the schema; if not, run `npm run db:generate`', async () => {
    const last = String(readMigrations().length - 1).padStart(4, '0');
    const snapshot = join(import.meta.dirname, `migrations/meta/${last}_snapshot.json`);
    const migrated = JSON.parse(readFileSync(snapshot, 'utf8'));
    // The same files as in the script.
    const files = globSync('{domain/**/*.tables,server/db/schema/**/*}.ts', { cwd: SOURCES });
    const modules = await Promise.all(files.map((name) => import(join(SOURCES, name))));
    const schema = generateDrizzleJson(Object.assign({}, ...modules));
    expect(await generateMigration(migrated, schema)).toEqual([]);
  });

  it('are applied once', async () => {
    await migrate(db);
    const { rows } = await db.execute(sql`select tag from schema_migration`);
    expect(rows).toHaveLength(readMigrations().length);
  });

  it('reject a database of a newer version and leave it unchanged', async () => {
    await db.execute(sql`insert into schema_migration (hash, tag) values ('f00', '0042_future')`);
    await expect(migrate(db)).rejects.toThrow(StartError);
    await expect(migrate(db)).rejects.toThrow('newer version of Taskloom');
    await expect(migrate(db)).rejects.toThrow('0042_future');
    await db.execute(sql`delete from schema_migration where hash = 'f00'`);
    await migrate(db);
  });
});

describe('the lock of the data directory', () => {
  it('admits one process, names it to others, and admits the next one after release', () => {
    const path = join(folder, 'database');
    const unlock = lockFolder(path, 'http://localhost:4000');
    const second = () => lockFolder(path);
    expect(second).toThrow(StartError);
    expect(second).toThrow(`process ${process.pid}`);
    expect(second).toThrow('at http://localhost:4000');
    unlock();
    second()();
  });
});

describe('the secret', () => {
  it('is generated once and stored', () => {
    const first = loadSecrets(undefined, folder);
    expect(loadSecrets(undefined, folder).root).toBe(first.root);
    expect(first.root.length).toBeGreaterThanOrEqual(32);
    const sealed = first.seal('test', 'a text');
    expect(sealed).not.toContain('a text');
    expect(first.open('test', sealed)).toBe('a text');
    expect(() => first.open('other', sealed)).toThrow();
  });

  it('must be the one that the database was created with', async () => {
    const one = loadSecrets('one sufficiently long secret to use', folder);
    const two = loadSecrets('another sufficiently long secret to use', folder);
    await checkSecret(db, one, false);
    await checkSecret(db, one, false);
    await expect(checkSecret(db, two, false)).rejects.toThrow('different SECRET_KEY');
    await checkSecret(db, one, false);
    await checkSecret(db, two, true);
    await checkSecret(db, two, false);
  });
});
