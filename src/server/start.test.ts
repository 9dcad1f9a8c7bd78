import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'taskloom-start-'));
const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Started {
  child: ChildProcess;
  /** Resolves with the exit code. */
  ended: Promise<number | null>;
  /** What it has printed. */
  output(): string;
  /** Resolves when it has printed its address. */
  ready: Promise<string>;
}

/** The server as a process of its own, as `npm start` runs it. */
function start(env: Record<string, string>): Started {
  const child = spawn(process.execPath, ['src/server/main.ts'], {
    cwd: join(import.meta.dirname, '../..'),
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'test',
      LOG_LEVEL: 'silent',
      PORT: '0',
      DATA_DIR: join(folder, 'data'),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  let printed = '';
  const ready = Promise.withResolvers<string>();
  const ended = Promise.withResolvers<number | null>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      const url = /is ready: (\S+)/.exec(printed)?.[1];
      if (url) ready.resolve(url);
    });
  }
  child.on('close', (code) => {
    ended.resolve(code);
    ready.reject(new Error(`ended before it was ready:\n${printed}`));
  });
  ready.promise.catch(() => {});
  return { child, ended: ended.promise, output: () => printed, ready: ready.promise };
}

/** Expects that the server says why it cannot start, in words, and gives up. */
async function refusal(env: Record<string, string>): Promise<string> {
  const server = start(env);
  expect(await server.ended).toBe(1);
  expect(server.output()).not.toMatch(/\n\s+at .*:\d+/);
  return server.output();
}

describe('npm start', { timeout: 120_000 }, () => {
  it('answers, keeps its folder to itself, and ends when told', async () => {
    const server = start({});
    const url = await server.ready;
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    expect(server.output()).toContain('OPENAI_API_KEY');

    const second = await refusal({});
    expect(second).toContain(`in use by another Taskloom (process ${server.child.pid}`);
    expect(second).toContain(url);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);

    server.child.kill('SIGTERM');
    expect(await server.ended).toBe(0);
    const third = start({});
    await third.ready;
  });

  it('lets the folder go when it is killed', async () => {
    const env = { DATA_DIR: join(folder, 'killed') };
    const server = start(env);
    await server.ready;
    server.child.kill('SIGKILL');
    await server.ended;
    await start(env).ready;
  });

  it('says that the port is in use', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, 'localhost', resolve));
    const { port } = other.address() as { port: number };
    const text = await refusal({ PORT: String(port), DATA_DIR: join(folder, 'port') });
    expect(text).toContain(`Port ${port} on localhost is in use`);
    other.close();
  });

  it('says that the data directory cannot be written', async () => {
    const file = join(folder, 'a-file');
    writeFileSync(file, '');
    const text = await refusal({ DATA_DIR: join(file, 'data') });
    expect(text).toContain('cannot be written');
    expect(text).toContain('DATA_DIR');
  });

  it('says which settings are wrong', async () => {
    const text = await refusal({ PORT: 'many', AUTH_METHOD: 'magic' });
    expect(text).toContain('Invalid environment variables');
    expect(text).toContain('PORT: Must be a whole number');
    expect(text).toContain('AUTH_METHOD');
  });

  it('says that PostgreSQL cannot be reached', async () => {
    const text = await refusal({ DATABASE_URL: 'postgres://nobody@localhost:1/none' });
    expect(text).toContain('PostgreSQL at localhost:1/none cannot be used');
    expect(text).toContain('ECONNREFUSED');
  });
});
