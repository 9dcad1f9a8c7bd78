import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signUp } from './account.ts';
import { freePort, startScript, waitUntilUp } from './process.ts';

/**
 * `npm run conform [-- options]`: starts our server with an empty database, signs up a user and tests the server against
 * its contract with `contract conform`. It leaves nothing behind.
 */
/** The characters of the server's log that are shown. */
const LOG_MAX = 10_000;
const folder = await mkdtemp(join(tmpdir(), 'taskloom-conform-'));
const port = await freePort();
const origin = `http://localhost:${port}`;
const server = startScript('src/server/main.ts', {
  PORT: String(port),
  DATA_DIR: folder,
  NODE_ENV: 'development',
  LOG_LEVEL: 'error',
  // A single caller sends thousands of requests per minute.
  RATE_LIMIT_PER_MINUTE: '1000000',
});
try {
  await waitUntilUp(`${origin}/readyz`, server);
  const { token } = await signUp(origin);
  const options = ['--auth', await token(), ...process.argv.slice(2)];
  process.exitCode = await conform([origin, ...options]);
  // Explains responses with 500.
  if (process.exitCode !== 0) console.error(server.output().slice(-LOG_MAX));
} finally {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}

function conform(args: string[]): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const command = ['src/contract/cli/main.ts', 'conform', ...args];
  const child = spawn(process.execPath, command, { stdio: 'inherit' });
  child.on('error', reject);
  child.on('exit', (code) => resolve(code ?? 2));
  return promise;
}
