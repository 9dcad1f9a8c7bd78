import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { StartError } from './start-error.ts';

interface Holder {
  pid: number;
  started_at: string;
  url?: string;
}

/**
 * Locks a folder for this process, because two processes on the same embedded database would destroy it. The lock is held
 * by the operating system (through SQLite), so it is released when the process ends, however that happens.
 * @param folder the folder; the lock file is `<folder>.lock`
 * @param url the URL of this server, for the error message of another process
 * @returns a function that releases the lock
 * @throws StartError if another process holds the lock
 */
export function lockFolder(folder: string, url?: string): () => void {
  const path = `${folder}.lock`;
  const holderPath = `${path}.json`;
  const lock = new DatabaseSync(path);
  try {
    lock.exec('pragma busy_timeout = 0');
    lock.exec('begin exclusive');
  } catch (cause) {
    lock.close();
    throw new StartError(
      `${folder} is in use by another Taskloom${describe(holderPath)}.
Stop it, or use another DATA_DIR. To share data between processes, use PostgreSQL: set DATABASE_URL.`,
      { cause },
    );
  }
  const holder: Holder = {
    pid: process.pid,
    started_at: new Date().toISOString(),
    ...(url && { url }),
  };
  writeFileSync(holderPath, JSON.stringify(holder), { mode: 0o600 });
  let isHeld = true;
  return () => {
    if (!isHeld) return;
    isHeld = false;
    rmSync(holderPath, { force: true });
    lock.close();
  };
}

/** The holder of the lock, as far as it is known from the JSON file. */
function describe(holderPath: string): string {
  try {
    const holder = JSON.parse(readFileSync(holderPath, 'utf8')) as Holder;
    const at = holder.url ? `, at ${holder.url}` : '';
    return ` (process ${holder.pid}, started ${holder.started_at}${at})`;
  } catch {
    return '';
  }
}
