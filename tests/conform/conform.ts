import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signUp } from '../support/account.ts';
import { freePort, startScript, waitUntilUp } from '../support/process.ts';

/**
 * `npm run conform`: the real server on an empty data folder, and somebody new who drives all of it from
 * the contract. What is given besides goes to `contract conform`: `npm run conform -- --budget 3m`.
 */
const dataDir = mkdtempSync(join(tmpdir(), 'taskloom-conform-'));
const port = String(await freePort());
const origin = `http://localhost:${port}`;
const server = startScript('src/server/main.ts', {
  PORT: port,
  DATA_DIR: dataDir,
  PUBLIC_URL: origin,
  // Answers are judged from outside.
  CHECK_RESPONSES: 'false',
  LOG_LEVEL: 'fatal',
  RATE_LIMIT_PER_MINUTE: '1000000',
});
try {
  await waitUntilUp(`${origin}/healthz`, server);
  const token = await (await signUp(origin)).token();
  process.exitCode = await conform([origin, '--auth', token, '--budget', '75s']);
} finally {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

function conform(args: string[]): Promise<number> {
  const command = ['src/contract/cli/main.ts', 'conform', ...args, ...process.argv.slice(2)];
  const child = spawn(process.execPath, command, { stdio: 'inherit' });
  return new Promise((resolve) => child.on('exit', (code) => resolve(code ?? 2)));
}
