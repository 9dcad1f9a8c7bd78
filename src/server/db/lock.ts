import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { StartError } from './start-error.ts';

interface Holder {
  pid: number;
  started_at: string;
  url?: string;
}

/**
 * Takes a folder for this process: two processes on one embedded database destroy it. The lock is the
 * operating system's (through SQLite), so it goes with the process, however that ends.
 * @param folder the folder; the lock is `<folder>.lock` beside it
 * @param url where this process answers, for the message that the next one gets
 * @returns what lets the folder go
 * @throws StartError when another process has it
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
  writeFileSync(holderPath, JSON.stringify(holder));
  let held = true;
  return () => {
    if (!held) return;
    held = false;
    rmSync(holderPath, { force: true });
    lock.close();
  };
}

/** Who holds the lock, as far as the file beside it says. */
function describe(holderPath: string): string {
  try {
    const holder = JSON.parse(readFileSync(holderPath, 'utf8')) as Holder;
    const at = holder.url ? `, at ${holder.url}` : '';
    return ` (process ${holder.pid}, started ${holder.started_at}${at})`;
  } catch {
    return '';
  }
}
