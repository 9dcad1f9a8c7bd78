import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createClient, embeddedDatabase } from './embedded.ts';
import { templatePath } from './template.ts';

/** `npm run build:template`: an empty, migrated database for first starts, written to dist/. */
const path = templatePath();
const folder = dirname(path);
mkdirSync(folder, { recursive: true });

const client = await createClient();
const database = await embeddedDatabase(client);
const dump = await client.dumpDataDir('gzip');
await database.close();

for (const name of readdirSync(folder)) {
  if (/^database-.*\.tar\.gz$/.test(name)) rmSync(join(folder, name));
}
writeFileSync(path, Buffer.from(await dump.arrayBuffer()));
