import { chmodSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const OWNER_ONLY = 0o700;

/** What we store in the data directory. It may contain other files, which are none of our business. */
const OURS = [
  'database',
  'database.lock',
  'database.lock-journal',
  'database.lock.json',
  'files',
  'secret.key',
];

/**
 * Gives only this user access to the data directory and to our files in it, whatever the umask was and whether or not
 * they existed: they contain people's data and the secret that protects it.
 */
export function protectDataDir(dataDir: string): void {
  for (const name of OURS) makePrivate(join(dataDir, name));
  setMode(dataDir, OWNER_ONLY);
}

/** Changes a file, or a folder with everything in it. A new database has about a thousand files, which take 10 ms. */
function makePrivate(path: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found || found.isSymbolicLink()) return;
  const wanted = found.isDirectory() ? OWNER_ONLY : 0o600;
  if ((found.mode & 0o777) !== wanted) setMode(path, wanted);
  if (!found.isDirectory()) return;
  for (const name of readdirSync(path)) makePrivate(join(path, name));
}

function setMode(path: string, mode: number): void {
  try {
    chmodSync(path, mode);
  } catch (error) {
    // Whoever mounted a directory that belongs to another user has decided who may read it.
    if (!['EPERM', 'EROFS', 'ENOENT'].includes((error as NodeJS.ErrnoException).code ?? ''))
      throw error;
  }
}
