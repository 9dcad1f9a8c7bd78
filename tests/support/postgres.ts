import { execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { inject } from 'vitest';
import { freePort } from './process.ts';

/** Where Debian and Ubuntu install the programs of each version. */
const DEBIAN = '/usr/lib/postgresql';
/** On Linux, `nobody`: PostgreSQL refuses to run as root. */
const NOBODY = 65534;
const READY = 'ready to accept connections';

/** A temporary PostgreSQL server. */
export interface TemporaryPostgres {
  url: string;
  stop(): Promise<void>;
  /** Stops it without waiting, for when this process exits. */
  kill(): void;
}

/**
 * A PostgreSQL server for tests that need one: TEST_DATABASE_URL, or else one that the first such test starts and all
 * share. Where PostgreSQL isn't installed or can't be started, a warning says so.
 * @returns its URL; undefined if there is none, so that the test is skipped
 */
export async function testPostgres(): Promise<string | undefined> {
  const { TEST_DATABASE_URL: given } = process.env;
  if (given) return given;
  const response = await fetch(inject('postgres'));
  const text = await response.text();
  if (response.ok) return text;
  console.warn(`Tests that need PostgreSQL are skipped. ${text}`);
  return undefined;
}

/** The folder of `initdb` and `postgres` on this machine; undefined if they aren't installed. */
export function findPostgres(): string | undefined {
  return [...configured(), ...versions(), ...(process.env.PATH ?? '').split(delimiter)].find(
    (folder) => ['initdb', 'postgres'].every((name) => existsSync(join(folder, name))),
  );
}

function configured(): string[] {
  try {
    return [execFileSync('pg_config', ['--bindir'], { encoding: 'utf8', stdio: 'pipe' }).trim()];
  } catch {
    return [];
  }
}

/** The newest first. */
function versions(): string[] {
  if (!existsSync(DEBIAN)) return [];
  const names = readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a));
  return names.map((name) => join(DEBIAN, name, 'bin'));
}

/**
 * Starts a server on a free port of this machine, with its data in a temporary folder.
 * @param folder that of `initdb` and `postgres`
 * @throws with the output of the program that failed
 */
export async function startPostgres(folder: string): Promise<TemporaryPostgres> {
  const home = mkdtempSync(join(tmpdir(), 'taskloom-postgres-'));
  const remove = () => rmSync(home, { recursive: true, force: true });
  const data = join(home, 'data');
  const passwordFile = join(home, 'password');
  const password = randomUUID();
  writeFileSync(passwordFile, password);
  const isRoot = process.getuid?.() === 0;
  const as = isRoot ? { uid: NOBODY, gid: NOBODY } : {};
  if (isRoot) for (const path of [home, passwordFile]) chownSync(path, NOBODY, NOBODY);
  const options = { cwd: home, env: { ...process.env, LC_ALL: 'C' }, ...as };
  try {
    const init = ['-D', data, '-U', 'test', '-A', 'scram-sha-256', `--pwfile=${passwordFile}`];
    execFileSync(join(folder, 'initdb'), [...init, '-E', 'UTF8', '--no-sync'], {
      ...options,
      stdio: 'pipe',
    });
  } catch (error) {
    remove();
    throw error;
  }
  const port = await freePort();
  // The data is thrown away, so nothing needs to survive a crash.
  const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'fsync=off'];
  const args = ['-D', data, '-p', String(port), ...settings.flatMap((one) => ['-c', one])];
  const server = spawn(join(folder, 'postgres'), args, { ...options, stdio: 'pipe' });
  const ended = new Promise<void>((resolve) => server.on('close', () => resolve()));
  /** Immediately: to PostgreSQL, SIGQUIT means just that. */
  const kill = () => void server.kill('SIGQUIT');
  const started = Promise.withResolvers<void>();
  let output = '';
  server.on('error', started.reject);
  server.stderr.on('data', (chunk: Buffer) => {
    if (output.includes(READY)) return;
    output += chunk.toString();
    if (output.includes(READY)) started.resolve();
  });
  void ended.then(() => started.reject(new Error(`PostgreSQL didn't start:\n${output}`)));
  await started.promise.catch((error: unknown) => {
    remove();
    throw error;
  });
  return {
    url: `postgres://test:${password}@127.0.0.1:${port}/postgres`,
    kill,
    async stop() {
      kill();
      await ended;
      remove();
    },
  };
}
