import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { emptyDefinition } from '#core/task/definition/definition.ts';
import { signUp } from '../support/account.ts';
import { type OpenAiServer, startOpenAiServer } from '../support/models/openai-server.ts';
import { freePort, startScript, waitUntilUp } from '../support/process.ts';

/** A server that is stopped while a client streams a long run and a browser keeps a connection open. */
const dataDir = mkdtempSync(join(tmpdir(), 'taskloom-stop-'));
let models: OpenAiServer;

beforeAll(async () => {
  models = await startOpenAiServer();
  models.setReply({ kind: 'text', text: 'word '.repeat(500), token_ms: 200 });
});
afterAll(async () => {
  await models.close();
  rmSync(dataDir, { recursive: true, force: true });
});

it('SIGTERM ends runs in time, and their streams report the reason', {
  timeout: 60_000,
}, async () => {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const server = startScript('src/server/main.ts', {
    PORT: String(port),
    DATA_DIR: dataDir,
    TRUST_ADDRESSES: 'true',
    LOG_LEVEL: 'error',
    SHUTDOWN_SECONDS: '1',
    COMPATIBLE_BASE_URL: models.url,
    COMPATIBLE_API_KEY: 'sk-stop',
    COMPATIBLE_MODELS: 'fake-model',
  });
  await waitUntilUp(`${origin}/readyz`, server);
  const token = await (await signUp(origin)).token();
  const send = (method: string, path: string, body?: unknown) =>
    fetch(`${origin}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const read = async (method: string, path: string, body?: unknown) =>
    (await send(method, path, body)).json();
  const org = (await read('GET', '/org')).results[0].id;
  const project = (await read('GET', `/org/${org}/project`)).results[0].id;
  const base = `/org/${org}/project/${project}/task`;
  const definition = {
    ...emptyDefinition('compatible/fake-model'),
    system_prompt: 'Count.',
    user_prompt: 'Go.',
  };
  const { id } = await read('POST', base, { name: 'Long', definition });
  await read('POST', `${base}/${id}/revision`, { activate: true });

  const silent = connect(port, 'localhost');
  silent.on('error', () => {});
  const stream = await send('POST', `${base}/${id}/run/stream`, { inputs: {} });
  const text = stream.text();
  expect(await server.stop('SIGTERM')).toBe(0);
  const events = (await text).match(/^event: .*$/gm) ?? [];
  expect(events.at(-1)).toBe('event: run.failed');
  expect(await text).toContain('"run_lost"');
  silent.destroy();
});
