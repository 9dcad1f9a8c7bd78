import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { emptyDefinition } from '#core/task/definition/definition.ts';
import { createTestPostgres } from '#server/db/testing.ts';
import { type Receiver, startReceiver } from '#server/features/webhook/testing.ts';
import { signUp } from '../support/account.ts';
import { type OpenAiServer, startOpenAiServer } from '../support/models/openai-server.ts';
import { testPostgres } from '../support/postgres.ts';
import { freePort, type Running, startScript, waitUntilUp } from '../support/process.ts';
import { StreamClient } from '../support/read-events.ts';

const postgres = await testPostgres();
const WORDS = Array.from({ length: 1000 }, (_, i) => `w${i}`).join(' ');

/** Two server processes on one PostgreSQL database. `run-nodes.test.ts` tests some of it without PostgreSQL. */
describe.skipIf(!postgres)('two nodes', () => {
  let dataDir: string;
  let receiver: Receiver;
  let models: OpenAiServer;
  let database: Awaited<ReturnType<typeof createTestPostgres>>;
  let first: Node;
  let second: Node;
  let token: string;

  interface Node {
    origin: string;
    process: Running;
  }

  /** @param publicUrl tokens name it as their issuer, so it is the same on both */
  async function startNode(port: number, publicUrl: string): Promise<Node> {
    const origin = `http://localhost:${port}`;
    const process = startScript('src/server/main.ts', {
      PORT: String(port),
      PUBLIC_URL: publicUrl,
      DATA_DIR: dataDir,
      TRUST_ADDRESSES: 'true',
      DATABASE_URL: database.url,
      SECRET_KEY: 'a sufficiently long secret for two nodes',
      LOG_LEVEL: 'error',
      COMPATIBLE_BASE_URL: models.url,
      COMPATIBLE_API_KEY: 'sk-nodes',
      COMPATIBLE_MODELS: 'fake-model',
      OUTBOUND_ALLOW: '127.0.0.1',
    });
    await waitUntilUp(`${origin}/readyz`, process);
    return { origin, process };
  }

  async function send(node: Node, method: string, path: string, body?: unknown, headers = {}) {
    return fetch(`${node.origin}/api/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }

  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'taskloom-nodes-'));
    [models, receiver] = await Promise.all([startOpenAiServer(), startReceiver()]);
    database = await createTestPostgres(postgres ?? '');
    const port = await freePort();
    first = await startNode(port, `http://localhost:${port}`);
    token = await (await signUp(first.origin)).token();
  });

  afterAll(async () => {
    await Promise.all([first.process.stop('SIGKILL'), second?.process.stop()]);
    await Promise.all([models.close(), receiver.close()]);
    await database.drop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  async function post(path: string, body: unknown) {
    const response = await send(first, 'POST', path, body);
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
    return response.json();
  }

  it('one killed: the other ends its runs and takes over its other work soon, and sends no text twice', async () => {
    models.setReply(({ stream }) =>
      stream
        ? { kind: 'text', text: WORDS, token_ms: 30 }
        : { kind: 'text', text: 'ok', delay_ms: 60_000 },
    );
    receiver.respond(() => {});
    const [org] = (await (await send(first, 'GET', '/org')).json()).results;
    const [project] = (await (await send(first, 'GET', `/org/${org.id}/project`)).json()).results;
    const base = `/org/${org.id}/project/${project.id}`;
    const prompts = { system_prompt: 'Count.', user_prompt: 'Go.' };
    const definition = { ...emptyDefinition('compatible/fake-model'), ...prompts };
    const events = ['task.revision_activated'];
    const hook = { name: 'Hangs', url: receiver.url, events, all_tasks: true };
    const { webhook } = await post(`${base}/webhook`, hook);
    const task = await post(`${base}/task`, { name: 'Long', definition });
    const path = `${base}/task/${task.id}`;
    await post(`${path}/revision`, { activate: true });
    const dataset = await post(`${path}/dataset`, { name: 'One case' });
    await post(`${path}/dataset/${dataset.id}/case`, { name: 'It', inputs: {} });
    const evaluation = await post(`${path}/evaluation`, { dataset_id: dataset.id, revision: 1 });
    const seen = async (what: string) => (await send(second, 'GET', what)).json();
    await vi.waitUntil(() => models.counts.open === 1 && receiver.received.length === 1, 10_000);
    // Only now, so that all work is the first one's.
    second = await startNode(await freePort(), first.origin);

    const client = new StreamClient();
    await client.read(
      await send(first, 'POST', `${path}/run/stream`, { inputs: {} }),
      () => client.text.length > 100,
    );
    const before = client.text.length;
    const resume = () =>
      send(second, 'GET', `${base}/run/${client.runId}/stream`, undefined, {
        'last-event-id': client.lastId,
      });
    await client.read(await resume(), () => client.text.length > before);
    models.setReply({ kind: 'text', text: 'ok' });
    const killedAt = performance.now();
    await first.process.stop('SIGKILL');
    await client.read(await resume());
    expect(client.last).toMatchObject({ type: 'run.failed', run: { error: { code: 'run_lost' } } });
    expect(WORDS.startsWith(client.text)).toBe(true);
    const deliveries = `${base}/webhook/${webhook.id}/delivery`;
    await vi.waitUntil(async () => {
      const [{ attempts }] = (await seen(deliveries)).results;
      const { status } = await seen(`${path}/evaluation/${evaluation.id}`);
      return attempts === 1 && status === 'succeeded';
    }, 10_000);
    expect(performance.now() - killedAt).toBeLessThan(10_000);
  });
});
