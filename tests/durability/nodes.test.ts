import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emptyDefinition } from '#core/task/definition/definition.ts';
import { createTestPostgres } from '#server/db/testing.ts';
import { type Account, signUp } from '../support/account.ts';
import { type OpenAiServer, startOpenAiServer } from '../support/openai-server.ts';
import { freePort, type Running, startScript, waitUntilUp } from '../support/process.ts';
import { StreamClient } from '../support/read-events.ts';

const postgres = process.env.TEST_DATABASE_URL;

/** Two server processes on one PostgreSQL database. `run-nodes.test.ts` tests the same without PostgreSQL. */
describe.skipIf(!postgres)('two nodes', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'taskloom-nodes-'));
  let models: OpenAiServer;
  let database: Awaited<ReturnType<typeof createTestPostgres>>;
  let first: Node;
  let second: Node;
  let account: Account;

  interface Node {
    origin: string;
    process: Running;
  }

  async function startNode(port: number, publicUrl: string): Promise<Node> {
    const origin = `http://localhost:${port}`;
    const process = startScript('src/server/main.ts', {
      PORT: String(port),
      PUBLIC_URL: publicUrl,
      DATA_DIR: dataDir,
      DATABASE_URL: database.url,
      SECRET_KEY: 'a sufficiently long secret for two nodes',
      LOG_LEVEL: 'error',
      COMPATIBLE_BASE_URL: models.url,
      COMPATIBLE_API_KEY: 'sk-nodes',
      COMPATIBLE_MODELS: 'fake-model',
    });
    await waitUntilUp(`${origin}/readyz`, process);
    return { origin, process };
  }

  async function send(node: Node, method: string, path: string, body?: unknown, headers = {}) {
    return fetch(`${node.origin}/api/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${await account.token()}`,
        'content-type': 'application/json',
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }

  beforeAll(async () => {
    models = await startOpenAiServer();
    database = await createTestPostgres(postgres ?? '');
    const [onePort, otherPort] = [await freePort(), await freePort()];
    // Tokens name it as their issuer, so it is the same on both.
    const publicUrl = `http://localhost:${otherPort}`;
    first = await startNode(onePort, publicUrl);
    second = await startNode(otherPort, publicUrl);
    account = await signUp(second.origin);
  });

  afterAll(async () => {
    await Promise.all([first.process.stop('SIGKILL'), second.process.stop()]);
    await models.close();
    await database.drop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('one killed mid-run: the other sends no text twice, and ends the run soon', async () => {
    const words = Array.from({ length: 1000 }, (_, i) => `w${i}`).join(' ');
    models.setReply({ kind: 'text', text: words, token_ms: 30 });
    const [org] = (await (await send(first, 'GET', '/org')).json()).results;
    const [project] = (await (await send(first, 'GET', `/org/${org.id}/project`)).json()).results;
    const base = `/org/${org.id}/project/${project.id}`;
    const definition = {
      ...emptyDefinition('compatible/fake-model'),
      system_prompt: 'Count.',
      user_prompt: 'Go.',
    };
    const task = await (
      await send(first, 'POST', `${base}/task`, { name: 'Long', definition })
    ).json();
    const path = `${base}/task/${task.id}`;
    await send(first, 'POST', `${path}/revision`, { activate: true });

    const client = new StreamClient();
    const began = performance.now();
    await client.read(
      await send(first, 'POST', `${path}/run/stream`, { inputs: {} }),
      () => performance.now() - began > 1200,
    );
    const before = client.text.length;
    const resume = () =>
      send(second, 'GET', `${base}/run/${client.runId}/stream`, undefined, {
        'last-event-id': client.lastId,
      });
    await client.read(await resume(), () => client.text.length > before);
    const killedAt = performance.now();
    await first.process.stop('SIGKILL');
    await client.read(await resume());
    expect(performance.now() - killedAt).toBeLessThan(10_000);
    expect(client.last).toMatchObject({ type: 'run.failed', run: { error: { code: 'run_lost' } } });
    expect(words.startsWith(client.text)).toBe(true);
  });
});
