import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { NamedOperation } from './operation-names.ts';
import type { ConsoleUsage } from './read-console.ts';
import type { ReadRequest } from './read-worker.ts';

const CACHE = 'node_modules/.cache/contract-usage';
/** Everything the result depends on, including this code. */
const INPUTS = [
  'src/console',
  'src/core',
  'generated/api',
  'generated/model',
  'src/contract/usage',
];

/**
 * Which parts of the contract the console uses. Finding out takes seconds (TypeScript checks the whole console), so the
 * result is cached until one of the files changes.
 */
export async function consoleUsage(
  root: string,
  operations: readonly NamedOperation[],
): Promise<ConsoleUsage> {
  const file = join(root, CACHE, `${await hashOf(root, operations)}.json`);
  const kept = await readFile(file, 'utf8').catch(() => undefined);
  if (kept !== undefined) return JSON.parse(kept) as ConsoleUsage;
  // A worker loads TypeScript only when there is something to read, and keeps this thread free.
  const worker = new Worker(new URL('read-worker.ts', import.meta.url), {
    workerData: { root, operations } satisfies ReadRequest,
  });
  const [usage] = (await once(worker, 'message')) as [ConsoleUsage];
  await rm(join(root, CACHE), { recursive: true, force: true });
  await mkdir(join(root, CACHE), { recursive: true });
  await writeFile(file, JSON.stringify(usage));
  return usage;
}

async function hashOf(root: string, operations: readonly NamedOperation[]): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify(operations));
  for (const folder of INPUTS) {
    const entries = await readdir(join(root, folder), {
      recursive: true,
      withFileTypes: true,
    }).catch(() => []);
    const files = entries
      .filter((entry) => entry.isFile() && !/\.(test|faker)\.tsx?$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name))
      .sort();
    for (const text of await Promise.all(files.map((path) => readFile(path)))) hash.update(text);
    hash.update(files.map((path) => path.slice(root.length)).join());
  }
  return hash.digest('hex').slice(0, 16);
}
