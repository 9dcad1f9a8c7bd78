import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pathToFileURL } from 'node:url';

/** What a chat request asked for, as far as the fake reads it. */
export interface ChatRequest {
  model: string;
  messages: { role: string; content: unknown }[];
  stream?: boolean;
  stream_options?: { include_usage?: boolean };
  response_format?: { type: string; json_schema?: { schema: unknown } };
  [key: string]: unknown;
}

/** How the fake answers one request. Times are in milliseconds. */
export type Reply =
  | {
      kind: 'text';
      text: string;
      token_ms?: number;
      delay_ms?: number;
      usage?: { input: number; output: number } | null;
    }
  | { kind: 'echo'; token_ms?: number }
  | {
      kind: 'status';
      status: number;
      retry_after?: number | string;
      message?: string;
      body?: string;
    }
  | { kind: 'hang' }
  | { kind: 'cut'; text: string; after_tokens: number; token_ms?: number }
  | { kind: 'stop_early'; text: string }
  | { kind: 'error_event'; text: string; message: string }
  | { kind: 'malformed' };

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

async function answerChat(
  chat: ChatRequest,
  reply: Reply,
  response: ServerResponse,
): Promise<void> {
  switch (reply.kind) {
    case 'hang':
      return;
    case 'status': {
      const headers =
        reply.retry_after === undefined ? {} : { 'retry-after': String(reply.retry_after) };
      const message = reply.message ?? `fake status ${reply.status}`;
      response.writeHead(reply.status, { 'content-type': 'application/json', ...headers });
      response.end(
        reply.body ?? JSON.stringify({ error: { message, type: 'fake', code: reply.status } }),
      );
      return;
    }
    case 'malformed':
      response.writeHead(200, {
        'content-type': chat.stream ? 'text/event-stream' : 'application/json',
      });
      response.end(
        chat.stream ? 'data: {"choices": [{"delta":\n\ndata: [DONE]\n\n' : '{"choices": [',
      );
      return;
    default:
      return chat.stream ? streamChat(chat, reply, response) : completeChat(chat, reply, response);
  }
}

type TextReply = Exclude<Reply, { kind: 'hang' | 'status' | 'malformed' }>;

async function completeChat(
  chat: ChatRequest,
  reply: TextReply,
  response: ServerResponse,
): Promise<void> {
  if (reply.kind === 'text' && reply.delay_ms) await sleep(reply.delay_ms);
  const content = textOf(chat, reply);
  if (reply.kind === 'cut') {
    const whole = JSON.stringify(completion(chat, content, usageOf(chat, reply, content)));
    response.writeHead(200, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(whole),
    });
    response.write(whole.slice(0, whole.length / 2));
    await sleep(5);
    response.destroy();
    return;
  }
  sendJson(response, 200, completion(chat, content, usageOf(chat, reply, content)));
}

async function streamChat(
  chat: ChatRequest,
  reply: TextReply,
  response: ServerResponse,
): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  if (reply.kind === 'text' && reply.delay_ms) await sleep(reply.delay_ms);
  const content = textOf(chat, reply);
  const tokens = content.match(/\s*\S+|\s+$/g) ?? [];
  const pause = 'token_ms' in reply ? (reply.token_ms ?? 0) : 0;
  let sent = 0;
  for (const token of tokens) {
    if (reply.kind === 'cut' && sent === reply.after_tokens) {
      await sleep(5);
      response.destroy();
      return;
    }
    if (pause > 0) await sleep(pause);
    if (response.destroyed) return;
    response.write(chunk(chat, { index: 0, delta: { content: token }, finish_reason: null }));
    sent += 1;
  }
  if (reply.kind === 'error_event') {
    response.write(
      `data: ${JSON.stringify({ error: { message: reply.message, type: 'fake' } })}\n\n`,
    );
  } else if (reply.kind !== 'stop_early') {
    response.write(chunk(chat, { index: 0, delta: {}, finish_reason: 'stop' }));
    const usage = usageOf(chat, reply, content);
    if (chat.stream_options?.include_usage && usage) response.write(chunk(chat, null, usage));
    response.write('data: [DONE]\n\n');
  }
  response.end();
}

function textOf(chat: ChatRequest, reply: TextReply): string {
  if (reply.kind !== 'echo') return reply.text;
  const content = chat.messages.at(-1)?.content;
  return typeof content === 'string' ? content : JSON.stringify(content);
}

interface Usage {
  prompt_tokens: number;
  completion_tokens: number;
  total_tokens: number;
}

function usageOf(chat: ChatRequest, reply: TextReply, content: string): Usage | undefined {
  if (reply.kind === 'text' && reply.usage === null) return undefined;
  const given = reply.kind === 'text' ? reply.usage : undefined;
  const input = given?.input ?? chat.messages.length * 10;
  const output = given?.output ?? content.split(/\s+/).length;
  return { prompt_tokens: input, completion_tokens: output, total_tokens: input + output };
}

function completion(chat: ChatRequest, content: string, usage: Usage | undefined): object {
  const message = { role: 'assistant', content };
  return {
    id: 'chatcmpl-fake',
    object: 'chat.completion',
    created: 1,
    model: chat.model,
    choices: [{ index: 0, message, finish_reason: 'stop' }],
    usage,
  };
}

function chunk(chat: ChatRequest, choice: object | null, usage?: Usage): string {
  const data = {
    id: 'chatcmpl-fake',
    object: 'chat.completion.chunk',
    created: 1,
    model: chat.model,
    choices: choice ? [choice] : [],
    usage,
  };
  return `data: ${JSON.stringify(data)}\n\n`;
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

function sendJson(response: ServerResponse, status: number, body: object): void {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
  });
  response.end(text);
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
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
