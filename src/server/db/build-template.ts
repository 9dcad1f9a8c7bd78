import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { embeddedDatabase } from './embedded.ts';
import { templatePath } from './template.ts';
import { createClient } from './thread/create-client.ts';

/** `npm run build:template`: writes an empty, migrated database for first starts to dist/. */
const path = templatePath();
const folder = dirname(path);
mkdirSync(folder, { recursive: true });
for (const name of readdirSync(folder)) {
  if (name.startsWith('database-')) rmSync(join(folder, name), { recursive: true });
}

const unfinished = join(folder, 'database-unfinished');
mkdirSync(unfinished, { mode: 0o700 });
const database = await embeddedDatabase(await createClient(unfinished));
await database.close();
renameSync(unfinished, path);
