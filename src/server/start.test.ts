import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { freePort, type Running, startScript, waitUntilUp } from '../../tests/support/process.ts';
import { StartError } from './db/start-error.ts';
import { readSettings } from './settings.ts';
import { startServer } from './start-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'taskloom-start-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The settings in this shell's environment. */
const NOTHING = {
  DATABASE_URL: '',
  OPENAI_API_KEY: '',
  ANTHROPIC_API_KEY: '',
  COMPATIBLE_BASE_URL: '',
};

/** The server in its own process, as run by `npm start`. */
function start(env: Record<string, string>): Running {
  const data = join(folder, 'data');
  const own = { NODE_ENV: 'test', LOG_LEVEL: 'silent', DATA_DIR: data };
  const server = startScript('src/server/main.ts', { ...NOTHING, ...own, ...env });
  onTestFinished(() => void server.stop('SIGKILL'));
  return server;
}

/** The files that other users of this machine could read. */
function openFiles(data: string): string[] {
  const paths = readdirSync(data, { recursive: true, encoding: 'utf8' });
  return ['', ...paths].filter((path) => (statSync(join(data, path)).mode & 0o077) !== 0);
}

/** Expects the server to exit with an explanation instead of starting. */
async function refusal(env: Record<string, string>): Promise<string> {
  const server = start(env);
  expect(await server.ended).toBe(1);
  expect(server.output()).not.toMatch(/\n\s+at .*:\d+/);
  return server.output();
}

describe('npm start', { timeout: 120_000 }, () => {
  it('serves requests, locks its data directory, and stops on a signal', async () => {
    const env = { PORT: String(await freePort()) };
    const url = `http://localhost:${env.PORT}`;
    const server = start(env);
    await waitUntilUp(`${url}/readyz`, server);
    await expect.poll(server.output).toContain(`is ready: ${url}`);
    expect(server.output()).toContain('OPENAI_API_KEY');

    expect(openFiles(join(folder, 'data'))).toEqual([]);

    const second = await refusal({ PORT: '0' });
    expect(second).toContain(`in use by another Taskloom (process ${server.child.pid}`);
    expect(second).toContain(url);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);

    expect(await server.stop('SIGTERM')).toBe(0);
    const third = start(env);
    await waitUntilUp(`${url}/readyz`, third);
  });

  it('lists invalid settings', async () => {
    const text = await refusal({ PORT: 'many', AUTH_METHOD: 'magic' });
    expect(text).toContain('Invalid environment variables');
    expect(text).toContain('PORT: Must be a whole number');
    expect(text).toContain('AUTH_METHOD');
  });
});

describe("a server that can't start reports", () => {
  const starting = (env: Record<string, string>) =>
    startServer(readSettings({ NODE_ENV: 'test', LOG_LEVEL: 'silent', ...env }));

  it('that the port is in use', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, 'localhost', resolve));
    onTestFinished(() => void other.close());
    const { port } = other.address() as { port: number };
    const failure = starting({ PORT: String(port), DATA_DIR: join(folder, 'port') });
    await expect(failure).rejects.toThrow(`Port ${port} on localhost is in use`);
    await expect(failure).rejects.toThrow(StartError);
  });

  it("that the data directory can't be written", async () => {
    const file = join(folder, 'a-file');
    writeFileSync(file, '');
    const failure = starting({ DATA_DIR: join(file, 'data') });
    await expect(failure).rejects.toThrow(/is not writable.*DATA_DIR/s);
    await expect(failure).rejects.toThrow(StartError);
  });

  it("that PostgreSQL can't be reached", async () => {
    const failure = starting({ DATABASE_URL: 'postgres://nobody@localhost:1/none' });
    await expect(failure).rejects.toThrow(
      /Cannot connect to PostgreSQL at localhost:1\/none.*ECONNREFUSED/s,
    );
    await expect(failure).rejects.toThrow(StartError);
  });
});
