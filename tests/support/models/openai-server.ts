import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pathToFileURL } from 'node:url';
import { sampleAnswer } from '#core/collection/cite/sample-answer.ts';
import { PROBE_PROMPT } from '#domain/model/probe-requests.ts';
import { type ChatRequest, type Reply, sendJson, sendReply } from './openai-replies.ts';

/** A fake OpenAI-compatible server, controlled by a test. */
export interface OpenAiServer {
  /** The base URL, ending in `/v1`. */
  url: string;
  /** Bodies of all chat requests, oldest first. */
  requests: ChatRequest[];
  /** Bodies of the requests by which the server under test probes what a model can do. They aren't in `requests`. */
  probes: ChatRequest[];
  /** Texts that vectors were asked for. The model `fake-broken-vectors` has none. */
  embedded: string[];
  /** Headers of the chat requests, in the same order. */
  headers: IncomingMessage['headers'][];
  /** Number of requests received, closed by the caller before the response was complete, and still open. */
  counts: { requests: number; aborted: number; open: number };
  /** Queues replies. Each is used once, before the default reply. */
  script(...replies: Reply[]): void;
  /** Sets the reply for requests without a queued one. */
  setReply(reply: Reply | ((request: ChatRequest) => Reply)): void;
  /** Sets the reply to probes: by default, schemas and tools are accepted, and neither is enforced. */
  setProbed(reply: (request: ChatRequest) => Reply): void;
  /** Clears queued replies, counts and requests, and resets the default reply to `ok`. */
  reset(): void;
  close(): Promise<void>;
}

const MODELS = [
  'fake-model',
  'fake-echo',
  'fake-held',
  'fake-long',
  'fake-citing',
  'fake-unauthorized',
  'fake-limited',
  'fake-broken',
];

/** Models whose names select a behaviour, for manual use and e2e tests. */
function replyByModel(chat: ChatRequest): Reply | null {
  switch (chat.model) {
    case 'fake-citing':
      return { kind: 'text', text: citingAnswer(chat) };
    case 'fake-echo':
      return { kind: 'echo' };
    case 'fake-long':
      return { kind: 'text', text: 'word '.repeat(100), token_ms: 200 };
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

/** An answer that quotes a passage of the prompt, cites it, and claims something of one that isn't there. */
function citingAnswer({ messages }: ChatRequest): string {
  const [prompts, question] = [messages, messages.slice(-1)].map((some) =>
    some.map(({ content }) => String(content)).join('\n'),
  );
  const quote = sampleAnswer(prompts ?? '', question ?? '') ?? 'Nothing was found.';
  const answer = `${quote} Everything else is free [99].`;
  return prompts?.includes('JSON Schema') ? JSON.stringify({ answered: true, answer }) : answer;
}

/**
 * Starts a fake OpenAI-compatible server: `/v1/chat/completions` (streaming or not), `/v1/embeddings`, `/v1/models`.
 * `port` 0 picks a free one. Throws if the port is in use.
 */
export async function startOpenAiServer(options: { port?: number } = {}): Promise<OpenAiServer> {
  const queue: Reply[] = [];
  const ok: Reply = { kind: 'text', text: 'ok' };
  let standard: Reply | ((request: ChatRequest) => Reply) = ok;

  let probed: (request: ChatRequest) => Reply = () => ok;

  const server: Server = createServer((request, response) => {
    void route(request, response).catch(() => response.destroy());
  });
  server.keepAliveTimeout = 60_000;
  const fake: OpenAiServer = {
    url: '',
    requests: [],
    probes: [],
    embedded: [],
    headers: [],
    counts: { requests: 0, aborted: 0, open: 0 },
    script: (...replies) => void queue.push(...replies),
    setReply: (reply) => {
      standard = reply;
    },
    setProbed: (reply) => {
      probed = reply;
    },
    reset: () => {
      queue.length = 0;
      fake.requests.length = 0;
      fake.probes.length = 0;
      fake.embedded.length = 0;
      fake.headers.length = 0;
      fake.counts.requests = 0;
      fake.counts.aborted = 0;
      standard = ok;
      probed = () => ok;
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
    if (path.endsWith('/embeddings')) {
      fake.embedded.push(...[(body as { input: string | string[] }).input].flat());
      if ((body as { model: string }).model === 'fake-broken-vectors')
        return sendJson(response, 400, { error: { message: 'no vectors today' } });
      return sendJson(response, 200, embeddings(body));
    }
    if (!path.endsWith('/chat/completions'))
      return sendJson(response, 404, { error: { message: 'no such path' } });
    const chat = body as ChatRequest;
    if (chat.messages[0]?.content === PROBE_PROMPT) {
      fake.probes.push(chat);
      const named = replyByModel(chat);
      return sendReply(chat, named?.kind === 'status' ? named : probed(chat), response);
    }
    fake.counts.requests += 1;
    fake.counts.open += 1;
    // Requests are recorded only for tests, because a benchmark sends millions of them.
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
      replyByModel(chat) ??
      (typeof standard === 'function' ? standard(chat) : standard);
    await sendReply(chat, reply, response);
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, '127.0.0.1', resolve);
  });
  fake.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  return fake;
}

/** Embeddings that depend only on the text: of 8 numbers, or as many as the model's name ends in. */
function embeddings(body: unknown): object {
  const { input, model } = body as { input: string | string[]; model: string };
  const length = Number(/-(\d+)$/.exec(model)?.[1] ?? 8);
  const data = [input].flat().map((text, index) => {
    const embedding = Array.from(
      { length },
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
  // As a program (for benchmarks and manual tests): node tests/support/models/openai-server.ts [port] [ms per token]
  const fake = await startOpenAiServer({ port: Number(process.argv[2] ?? 4100) });
  const tokenMs = Number(process.argv[3] ?? 0);
  if (tokenMs > 0)
    fake.setReply({
      kind: 'text',
      text: 'one two three four five six seven eight',
      token_ms: tokenMs,
    });
  console.log(`fake OpenAI-compatible server at ${fake.url}`);
}
