import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pathToFileURL } from 'node:url';
import { answerChat, type ChatRequest, type Reply, sendJson } from './openai-replies.ts';

/** A fake OpenAI-compatible server that a test drives. */
export interface OpenAiServer {
  /** The base URL, ending in `/v1`. */
  url: string;
  /** Every chat body received, oldest first. */
  requests: ChatRequest[];
  /** The headers of each chat request, by the same index. */
  headers: IncomingMessage['headers'][];
  /** How many requests came, how many the caller closed before the answer was complete, how many are open. */
  counts: { requests: number; aborted: number; open: number };
  /** Queues replies; each is used once, before the default reply. */
  script(...replies: Reply[]): void;
  /** Sets the reply to all requests for which none is queued. */
  answer(reply: Reply | ((request: ChatRequest) => Reply)): void;
  /** Forgets scripts, counts and requests; the default reply is `ok` again. */
  reset(): void;
  close(): Promise<void>;
}

const MODELS = [
  'fake-model',
  'fake-echo',
  'fake-slow',
  'fake-unauthorized',
  'fake-limited',
  'fake-broken',
];

/** The models by whose name a person (or an e2e test) picks a behaviour without a script. */
function replyByModel(model: string): Reply | null {
  switch (model) {
    case 'fake-echo':
      return { kind: 'echo' };
    case 'fake-slow':
      return {
        kind: 'text',
        text: 'one two three four five six seven eight nine ten',
        token_ms: 200,
      };
    case 'fake-unauthorized':
      return { kind: 'status', status: 401 };
    case 'fake-limited':
      return { kind: 'status', status: 429, retry_after: 7 };
    case 'fake-broken':
      return { kind: 'status', status: 500 };
    default:
      return null;
  }
}

/**
 * Starts a fake OpenAI-compatible server: `/v1/chat/completions` (streaming or not), `/v1/embeddings`, `/v1/models`.
 * Takes the port (0 picks a free one). Throws when the port is in use.
 */
export async function startOpenAiServer(options: { port?: number } = {}): Promise<OpenAiServer> {
  const queue: Reply[] = [];
  const ok: Reply = { kind: 'text', text: 'ok' };
  let standard: Reply | ((request: ChatRequest) => Reply) = ok;

  const server: Server = createServer((request, response) => {
    void route(request, response).catch(() => response.destroy());
  });
  server.keepAliveTimeout = 60_000;
  const fake: OpenAiServer = {
    url: '',
    requests: [],
    headers: [],
    counts: { requests: 0, aborted: 0, open: 0 },
    script: (...replies) => void queue.push(...replies),
    answer: (reply) => {
      standard = reply;
    },
    reset: () => {
      queue.length = 0;
      fake.requests.length = 0;
      fake.headers.length = 0;
      fake.counts.requests = 0;
      fake.counts.aborted = 0;
      standard = ok;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };

  async function route(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '';
    if (path.endsWith('/models')) {
      return sendJson(response, 200, {
        object: 'list',
        data: MODELS.map((id) => ({ id, object: 'model' })),
      });
    }
    const body = await readJson(request);
    if (path.endsWith('/embeddings')) return sendJson(response, 200, embeddings(body));
    if (!path.endsWith('/chat/completions'))
      return sendJson(response, 404, { error: { message: 'no such path' } });
    const chat = body as ChatRequest;
    fake.counts.requests += 1;
    fake.counts.open += 1;
    // The log is for tests; a bench sends millions of requests.
    if (fake.requests.length < 10_000) {
      fake.requests.push(chat);
      fake.headers.push(request.headers);
    }
    response.on('close', () => {
      fake.counts.open -= 1;
      if (!response.writableFinished) fake.counts.aborted += 1;
    });
    const reply =
      queue.shift() ??
      replyByModel(chat.model) ??
      (typeof standard === 'function' ? standard(chat) : standard);
    await answerChat(chat, reply, response);
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, '127.0.0.1', resolve);
  });
  fake.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  return fake;
}

/** Embeddings of 8 numbers that depend on the text alone. */
function embeddings(body: unknown): object {
  const { input, model } = body as { input: string | string[]; model: string };
  const data = [input].flat().map((text, index) => {
    const embedding = Array.from(
      { length: 8 },
      (_, i) => (((text.charCodeAt(i % (text.length || 1)) || 1) * (i + 3)) % 97) / 97,
    );
    return { object: 'embedding', index, embedding };
  });
  return {
    object: 'list',
    model,
    data,
    usage: { prompt_tokens: data.length, total_tokens: data.length },
  };
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return JSON.parse(Buffer.concat(parts).toString('utf8') || '{}');
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  // As a program (bench, trying by hand): node tests/support/openai-server.ts [port] [ms a token]
  const fake = await startOpenAiServer({ port: Number(process.argv[2] ?? 4100) });
  const tokenMs = Number(process.argv[3] ?? 0);
  if (tokenMs > 0)
    fake.answer({
      kind: 'text',
      text: 'one two three four five six seven eight',
      token_ms: tokenMs,
    });
  console.log(`fake OpenAI-compatible server at ${fake.url}`);
}
