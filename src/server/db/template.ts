import { cpSync, existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { migrationsFingerprint } from './migrate.ts';

/** Path of the database template that `npm run build` creates. Its name identifies the migrations in it. */
export function templatePath(): string {
  return join(import.meta.dirname, '../../../dist', `database-${migrationsFingerprint()}`);
}

/**
 * Replaces an empty folder with the database template, if the build created one with exactly our migrations. Saves 2 s at
 * the first start. All or nothing: an interrupted copy leaves the folder empty.
 * @returns whether there was a template
 */
export function copyTemplate(folder: string): boolean {
  const template = templatePath();
  if (!existsSync(template)) return false;
  const copy = `${folder}.new`;
  rmSync(copy, { recursive: true, force: true });
  cpSync(template, copy, { recursive: true });
  rmSync(folder, { recursive: true });
  renameSync(copy, folder);
  return true;
}
