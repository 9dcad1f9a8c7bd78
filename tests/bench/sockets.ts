import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { ChatClient } from '../support/chat-client.ts';
import { sizeOf } from './size.ts';
import { median, percentile, round } from './statistics.ts';

const SOCKETS = sizeOf('BENCH_SOCKETS', 1000, 100);
const PEOPLE = 100;
const AT_ONCE = 50;
const ANSWERS = sizeOf('BENCH_ANSWERS', 20, 2);
const WORDS = 10;
const WORD_MS = 50;
const WATCHED_MS = sizeOf('BENCH_WATCHED_MS', 5000, 200);

interface Place {
  baseUrl: string;
  orgId: string;
  projectId: string;
}
interface Figures {
  rss: number;
  heap: number;
  p99: number;
  max: number;
}

/**
 * A thousand open sockets on one node: memory and event-loop delay; what relaying adds to a model's first word; and a
 * hundred people who follow one answer.
 */
export async function benchSockets(): Promise<object> {
  const model = await startClock();
  const child = fork(join(import.meta.dirname, 'socket-server.ts'), {
    env: { ...process.env, NODE_ENV: 'test', BENCH_MODEL: model.url },
    execArgv: ['--expose-gc'],
  });
  const [place] = (await once(child, 'message')) as [Place];
  const measure = async (): Promise<Figures> => {
    child.send('measure');
    const [figures] = (await once(child, 'message')) as [Figures];
    return figures;
  };
  try {
    return await run(place, model.url, measure);
  } finally {
    child.send('stop');
    await once(child, 'exit');
    model.close();
  }
}

async function run(place: Place, modelUrl: string, measure: () => Promise<Figures>) {
  const chats = await Promise.all(
    Array.from({ length: PEOPLE }, (_, i) => createChat(place, `p${i}`)),
  );
  // Whatever is compiled and cached once isn't part of a socket.
  for (const client of await connect(place, chats, PEOPLE)) client.close();
  await relay(place, chats[0] ?? '', 3);
  await setTimeout(2000);
  await measure();
  await setTimeout(1000);
  const before = await measure();
  const startedAt = performance.now();
  const clients = await connect(place, chats, SOCKETS);
  const seconds = (performance.now() - startedAt) / 1000;
  const opening = await measure();
  await setTimeout(WATCHED_MS);
  const after = await measure();
  const kilobytes = (key: 'rss' | 'heap') => round((after[key] - before[key]) / 1024 / SOCKETS, 1);
  const sockets = {
    'kB per socket (resident)': kilobytes('rss'),
    'kB per socket (heap)': kilobytes('heap'),
    'opened per second': round(SOCKETS / seconds, 0),
    'loop p99 ms, opening': round(opening.p99),
    'loop p99 ms, open': round(after.p99),
    'loop max ms, open': round(after.max),
  };
  const direct = await directly(modelUrl, ANSWERS);
  const relayed = await relay(place, chats[0] ?? '', ANSWERS);
  for (const client of clients) client.close();
  await setTimeout(1000);
  const first = { direct: round(median(direct)), relayed: round(median(relayed)) };
  const crowd = await followTogether(place, measure);
  // Each in a table of its own.
  return {
    memory: { sockets },
    'ms to first word': { ...first, added: round(first.relayed - first.direct) },
    'one chat': { crowd },
  };
}

/** People open sockets that follow chats, each person their own one. */
async function connect(place: Place, chats: readonly string[], count: number) {
  const clients: ChatClient[] = [];
  for (let from = 0; from < count; from += AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, count - from) }, async (_, i) => {
      const person = (from + i) % PEOPLE;
      const client = await new ChatClient(place.baseUrl).hello(place, `token-p${person}`);
      await client.open(chats[person] ?? '');
      return client;
    });
    clients.push(...(await Promise.all(some)));
  }
  return clients;
}

async function createChat({ baseUrl, orgId, projectId }: Place, who: string, audience?: string) {
  const path = `${baseUrl}/org/${orgId}/project/${projectId}/chat`;
  const headers = { authorization: `Bearer token-${who}`, 'content-type': 'application/json' };
  const config = { type: 'model', model_id: 'compatible/fake-model' };
  const made = await fetch(path, { method: 'POST', headers, body: JSON.stringify({ config }) });
  const { id } = (await made.json()) as { id: string };
  if (audience)
    await fetch(`${path}/${id}/share`, {
      method: 'PUT',
      headers,
      body: JSON.stringify({ audience }),
    });
  return id;
}

/** Milliseconds from when the model wrote its first word until a client of the socket had it. */
async function relay(place: Place, chat: string, count: number): Promise<number[]> {
  const client = await new ChatClient(place.baseUrl).hello(place, 'token-p0');
  await client.open(chat);
  const times: number[] = [];
  for (let i = 0; i < count; i += 1) {
    const before = client.of('delta').length;
    const answers = endedIn(client);
    client.send({ type: 'send', ref: crypto.randomUUID(), chat_id: chat, message: { text: 'Go' } });
    const delta = await client.next('delta', before + 1);
    times.push(ageOf(delta.text));
    await client.until(() => endedIn(client) > answers);
  }
  client.close();
  return times;
}

const endedIn = (client: ChatClient) =>
  client.of('message').filter(({ message: m }) => m.role === 'assistant' && m.ended_at).length;

/** The same without a server in between. */
async function directly(url: string, count: number): Promise<number[]> {
  const times: number[] = [];
  for (let i = 0; i < count; i += 1) {
    const response = await fetch(`${url}/chat/completions`, { method: 'POST', body: '{}' });
    const decoder = new TextDecoder();
    let isFirst = true;
    for await (const part of response.body ?? []) {
      const word = /"content":"([\d.]+) /.exec(decoder.decode(part))?.[1];
      if (word && isFirst) times.push(ageOf(word));
      isFirst &&= !word;
    }
  }
  return times;
}

/** A hundred people open one chat, and follow an answer to one of them. */
async function followTogether(place: Place, measure: () => Promise<Figures>): Promise<object> {
  const chat = await createChat(place, 'p0', 'project');
  const clients = await connect(place, Array(PEOPLE).fill(chat), PEOPLE);
  await setTimeout(1000);
  await measure();
  const [first] = clients;
  first?.send({ type: 'send', ref: 'crowd', chat_id: chat, message: { text: 'Go' } });
  const ages = await Promise.all(
    clients.map(async (client) => ageOf((await client.next('delta')).text)),
  );
  await Promise.all(clients.map((client) => client.ended()));
  const { p99, max } = await measure();
  for (const client of clients) client.close();
  return {
    people: clients.at(-1)?.of('presence').at(-1)?.people.length ?? 0,
    'first word, median ms': round(median(ages)),
    'first word, last of them ms': round(percentile(ages, 1)),
    'loop p99 ms': round(p99),
    'loop max ms': round(max),
  };
}

const now = () => performance.timeOrigin + performance.now();

/** How long ago the first word of a text was written. */
function ageOf(text: string): number {
  return now() - Number(text.split(' ')[0]);
}

/** A model whose words say when they were written. */
async function startClock(): Promise<{ url: string; close(): void }> {
  const server = createServer((request, response) => {
    request.resume();
    if (request.url?.endsWith('/models'))
      response.end(
        JSON.stringify({ object: 'list', data: [{ id: 'fake-model', object: 'model' }] }),
      );
    else void tell(response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function tell(response: ServerResponse): Promise<void> {
  const write = (data: object) => response.write(`data: ${JSON.stringify(data)}\n\n`);
  const chunk = { id: 'c', object: 'chat.completion.chunk', created: 1, model: 'fake-model' };
  const choice = (delta: object, finish_reason: string | null = null) =>
    write({ ...chunk, choices: [{ index: 0, delta, finish_reason }] });
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  choice({ role: 'assistant', content: '' });
  for (let i = 0; i < WORDS; i += 1) {
    await setTimeout(WORD_MS);
    choice({ content: `${now()} ` });
  }
  choice({}, 'stop');
  write({
    ...chunk,
    choices: [],
    usage: { prompt_tokens: 1, completion_tokens: WORDS, total_tokens: WORDS + 1 },
  });
  response.end('data: [DONE]\n\n');
}
