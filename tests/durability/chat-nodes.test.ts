import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createTestPostgres } from '#server/db/testing.ts';
import { signUp } from '../support/account.ts';
import { ChatClient } from '../support/chat-client.ts';
import { type OpenAiServer, startOpenAiServer } from '../support/models/openai-server.ts';
import { testPostgres } from '../support/postgres.ts';
import { freePort, type Running, startScript, waitUntilUp } from '../support/process.ts';

const postgres = await testPostgres();
const WORDS = Array.from({ length: 300 }, (_, i) => `w${i}`).join(' ');

/** A chat on two server processes with one PostgreSQL database. */
describe.skipIf(!postgres)('a chat on two nodes', () => {
  let dataDir: string;
  let models: OpenAiServer;
  let database: Awaited<ReturnType<typeof createTestPostgres>>;
  let first: Node;
  let second: Node;
  let token: string;
  let place: { orgId: string; projectId: string };
  let clients: ChatClient[] = [];

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

  async function send(node: Node, method: string, path: string, body?: unknown) {
    const response = await fetch(`${node.origin}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
    return response.json();
  }

  async function connect(node: Node): Promise<ChatClient> {
    const client = new ChatClient(`${node.origin}/api/v1`);
    clients.push(client);
    return client.hello(place, token);
  }

  async function createChat(): Promise<string> {
    const config = { type: 'model', model_id: 'compatible/fake-model' };
    const path = `/org/${place.orgId}/project/${place.projectId}/chat`;
    return (await send(second, 'POST', path, { config })).id;
  }

  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'taskloom-chat-nodes-'));
    models = await startOpenAiServer();
    database = await createTestPostgres(postgres ?? '');
    const port = await freePort();
    first = await startNode(port, `http://localhost:${port}`);
    second = await startNode(await freePort(), first.origin);
    token = await (await signUp(first.origin)).token();
    const [org] = (await send(first, 'GET', '/org')).results;
    const [project] = (await send(first, 'GET', `/org/${org.id}/project`)).results;
    place = { orgId: org.id, projectId: project.id };
  });

  afterEach(() => {
    for (const client of clients) client.close();
    clients = [];
  });

  afterAll(async () => {
    await Promise.all([first?.process.stop('SIGKILL'), second?.process.stop()]);
    await models.close();
    await database.drop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('shows people on different nodes to each other, and what happens on one of them', async () => {
    models.setReply({ kind: 'text', text: 'Hello yourself', token_ms: 20 });
    const chat = await createChat();
    const [here, there] = [await connect(first), await connect(second)];
    await here.open(chat);
    await there.open(chat);
    here.send({ type: 'typing', chat_id: chat, typing: true });
    await there.until(() => there.of('presence').at(-1)?.people[0]?.typing);
    here.send({ type: 'send', ref: 'r', chat_id: chat, message: { text: 'Hello' } });
    expect(await there.ended()).toMatchObject({ text: 'Hello yourself', status: 'succeeded' });
    // The streamed text is what was stored.
    expect('Hello yourself'.startsWith(there.textOf(there.of('delta')[0]?.message_id ?? ''))).toBe(
      true,
    );
  });

  it('finishes an answer on the other node when its own is killed, with no text lost or doubled', async () => {
    models.setReply({ kind: 'text', text: WORDS, token_ms: 20 });
    const chat = await createChat();
    const [here, there] = [await connect(first), await connect(second)];
    await here.open(chat);
    await there.open(chat);
    here.send({ type: 'send', ref: 'r', chat_id: chat, message: { text: 'Count' } });
    const { message_id } = await there.next('delta');
    await there.until(() => there.textOf(message_id).length > 200);
    await first.process.stop('SIGKILL');
    await here.until(() => here.closed);

    // The one that was connected to the dead node comes back to the other one.
    const back = await connect(second);
    await back.open(chat, here.of('opened')[0]?.change);
    const [stored, again] = [await there.ended(), await back.ended()];
    expect(stored).toMatchObject({ id: message_id, status: 'succeeded', text: WORDS });
    expect(again).toEqual(stored);
    for (const client of [there, back]) {
      expect(WORDS.startsWith(client.textOf(message_id))).toBe(true);
      const answers = client.of('message').filter(({ message: m }) => m.role === 'assistant');
      expect(new Set(answers.map(({ message }) => message.id)).size).toBe(1);
    }
    // It started again, and who had seen its beginning was told.
    expect(there.of('reset')).toHaveLength(1);
  });
});
