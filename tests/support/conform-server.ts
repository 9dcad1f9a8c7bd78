import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { duration } from '../../src/contract/cli/duration.ts';
import { signUp } from './account.ts';
import { freePort, startScript, waitUntilUp } from './process.ts';

/**
 * `npm run conform [-- options]`: starts our server with an empty database, signs up a user and tests the server against
 * its contract with `contract conform`. `--budget` is for all of it. It leaves nothing behind.
 */
/** The characters of the server's log that are shown. */
const LOG_MAX = 10_000;
/** Of the budget: loading the toolkit and the contract, and printing the report. */
const LOADING_MS = 6000;
/** With less time, nothing would be tested. */
const LEAST_MS = 10_000;
const folder = await mkdtemp(join(tmpdir(), 'taskloom-conform-'));
const port = await freePort();
const origin = `http://localhost:${port}`;
const server = startScript('src/server/main.ts', {
  PORT: String(port),
  DATA_DIR: folder,
  TRUST_ADDRESSES: 'true',
  NODE_ENV: 'development',
  LOG_LEVEL: 'error',
  // A single caller sends thousands of requests per minute.
  RATE_LIMIT_PER_MINUTE: '1000000',
});
try {
  await waitUntilUp(`${origin}/readyz`, server);
  const [one, other] = await Promise.all([signUp(origin), signUp(origin)]);
  const accounts = ['--auth', await one.token(), '--other-auth', await other.token()];
  const options = [...accounts, ...withTimeLeft(process.argv.slice(2))];
  process.exitCode = await conform([origin, ...options]);
  // Explains responses with 500.
  if (process.exitCode !== 0) console.error(server.output().slice(-LOG_MAX));
} finally {
  // Nothing of it is needed any more, so it needn't finish what it is doing.
  await server.stop('SIGKILL');
  await rm(folder, { recursive: true, force: true });
}

/** The options with what is left of the budget. Starting the server takes a quarter of it on a busy machine. */
function withTimeLeft(options: readonly string[]): string[] {
  const at = options.indexOf('--budget') + 1;
  if (at === 0) return [...options];
  const left = duration('budget', options[at] ?? '') - performance.now() - LOADING_MS;
  return options.with(at, `${Math.round(Math.max(left, LEAST_MS))}ms`);
}

function conform(args: string[]): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const command = ['src/contract/cli/main.ts', 'conform', ...args];
  const child = spawn(process.execPath, command, { stdio: 'inherit' });
  child.on('error', reject);
  child.on('exit', (code) => resolve(code ?? 2));
  return promise;
}
