import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { templatePath } from './template.ts';
import { dumpPath } from './testing.ts';
import { createClient } from './thread/create-client.ts';

/**
 * Runs before all tests. Creates the database template, which servers started by tests copy, and its dump, from which
 * in-memory databases are opened. Both are kept until the migrations change.
 */
export async function setup(): Promise<void> {
  if (!existsSync(templatePath())) await import('./build-template.ts');
  if (!existsSync(dumpPath())) await dumpTemplate();
}

async function dumpTemplate(): Promise<void> {
  const copy = mkdtempSync(join(tmpdir(), 'taskloom-template-'));
  try {
    cpSync(templatePath(), copy, { recursive: true });
    const client = await createClient(copy);
    const dump = await client.dumpDataDir('none');
    await client.close();
    mkdirSync(dirname(dumpPath()), { recursive: true });
    // All or nothing, so that an incomplete file isn't used as a dump.
    writeFileSync(`${dumpPath()}.new`, Buffer.from(await dump.arrayBuffer()));
    renameSync(`${dumpPath()}.new`, dumpPath());
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}
