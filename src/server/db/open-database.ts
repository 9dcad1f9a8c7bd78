import type { Database, DatabaseOptions } from './client.ts';

/**
 * Opens the database, creates it if needed and applies the migrations: PostgreSQL if there is a URL, otherwise the
 * embedded one in the data directory.
 * @throws StartError if the folder isn't usable, another process uses it, or the database is newer
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  if (options.databaseUrl) {
    const { openPostgres } = await import('./postgres/postgres.ts');
    return openPostgres(options.databaseUrl, options);
  }
  const { openEmbedded } = await import('./embedded.ts');
  return openEmbedded(options);
}
