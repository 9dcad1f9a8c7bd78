import { spawn } from 'node:child_process';
import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Workshop } from './clients.ts';
import type { EcosystemServer } from './server.ts';
import type { Ids } from './world.ts';

const VERSION = '4.32.5';

/**
 * Tests the server with schemathesis, configured by `schemathesis.toml` and `schemathesis_hooks.py`.
 * @throws Error if it finds anything
 */
export async function runSchemathesis(
  { run, folder }: Workshop,
  { origin, sessionToken }: Pick<EcosystemServer, 'origin' | 'sessionToken'>,
  { ids, examples }: { ids: Ids; examples: number },
): Promise<void> {
  const bin = join(folder, 'python/bin');
  await run(join(bin, 'python'), ['-m', 'pip', 'install', '--quiet', `schemathesis==${VERSION}`]);
  await writeFile(join(folder, 'ids.json'), JSON.stringify(ids));
  // It looks for the hooks in the folder in which it runs, and leaves its notes there.
  for (const file of ['schemathesis.toml', 'schemathesis_hooks.py'])
    await copyFile(join(import.meta.dirname, file), join(folder, file));
  const { promise, resolve, reject } = Promise.withResolvers<number | null>();
  const args = [...['run', `${origin}/openapi.json`, '--max-examples', String(examples)]];
  const child = spawn(join(bin, 'schemathesis'), args, {
    cwd: folder,
    stdio: 'inherit',
    env: {
      ...process.env,
      ...ids,
      ORIGIN: origin,
      SESSION_TOKEN: sessionToken,
      IDS: join(folder, 'ids.json'),
    },
  });
  child.on('error', reject);
  child.on('exit', resolve);
  const code = await promise;
  if (code !== 0) throw new Error(`schemathesis found something (exit code ${code})`);
}
