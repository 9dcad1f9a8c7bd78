import type { ServerResponse } from 'node:http';

/** The parts of a chat request that the fake server reads. */
export interface ChatRequest {
  model: string;
  messages: { role: string; content: unknown }[];
  stream?: boolean;
  stream_options?: { include_usage?: boolean };
  response_format?: { type: string; json_schema?: { schema: unknown } };
  [key: string]: unknown;
}

/** How the fake server responds to a request. Times are in milliseconds. */
export type Reply =
  | {
      kind: 'text';
      text: string;
      token_ms?: number;
      delay_ms?: number;
      /** The response starts when this resolves. */
      after?: Promise<unknown>;
      /** After this many tokens, the rest waits until this resolves. */
      held?: { at: number; until: Promise<unknown> };
      usage?: { input: number; output: number } | null;
      /** Defaults to `stop`. */
      finish?: 'length' | 'content_filter';
    }
  | { kind: 'echo'; token_ms?: number }
  | { kind: 'tools'; calls: { name: string; arguments: unknown }[] }
  | {
      kind: 'status';
      status: number;
      retry_after?: number | string;
      message?: string;
      body?: string;
      headers?: Record<string, string>;
    }
  /** A whole response, as some server sent it: JSON, or the chunks of a stream. */
  | { kind: 'raw'; body: string | readonly string[] }
  | { kind: 'hang' }
  | { kind: 'cut'; text: string; after_tokens: number; token_ms?: number }
  | { kind: 'stop_early'; text: string }
  | { kind: 'error_event'; text: string; message: string }
  | { kind: 'malformed' };

/** Sends a reply to a chat request. */
export async function sendReply(
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
      response.writeHead(reply.status, {
        'content-type': 'application/json',
        ...headers,
        ...reply.headers,
      });
      response.end(
        reply.body ?? JSON.stringify({ error: { message, type: 'fake', code: reply.status } }),
      );
      return;
    }
    case 'raw':
      return sendRaw(reply.body, response);
    case 'malformed':
      response.writeHead(200, {
        'content-type': chat.stream ? 'text/event-stream' : 'application/json',
      });
      response.end(
        chat.stream ? 'data: {"choices": [{"delta":\n\ndata: [DONE]\n\n' : '{"choices": [',
      );
      return;
    case 'tools':
      return callTools(chat, reply.calls, response);
    default:
      return chat.stream ? streamChat(chat, reply, response) : completeChat(chat, reply, response);
  }
}

function sendRaw(body: string | readonly string[], response: ServerResponse): void {
  const isStream = typeof body !== 'string';
  const type = isStream ? 'text/event-stream' : 'application/json';
  response.writeHead(200, { 'content-type': type });
  response.end(isStream ? body.map((chunk) => `data: ${chunk}\n\n`).join('') : body);
}

type TextReply = Exclude<Reply, { kind: 'hang' | 'status' | 'raw' | 'malformed' | 'tools' }>;

async function completeChat(
  chat: ChatRequest,
  reply: TextReply,
  response: ServerResponse,
): Promise<void> {
  await untilDue(reply);
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
  const whole = completion(chat, content, usageOf(chat, reply, content), finishOf(reply));
  sendJson(response, 200, whole);
}

async function streamChat(
  chat: ChatRequest,
  reply: TextReply,
  response: ServerResponse,
): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  await untilDue(reply);
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
    if ('held' in reply && reply.held?.at === sent) await reply.held.until;
    if (response.destroyed) return;
    response.write(chunk(chat, { index: 0, delta: { content: token }, finish_reason: null }));
    sent += 1;
  }
  if (reply.kind === 'error_event') {
    response.write(
      `data: ${JSON.stringify({ error: { message: reply.message, type: 'fake' } })}\n\n`,
    );
  } else if (reply.kind !== 'stop_early') {
    response.write(chunk(chat, { index: 0, delta: {}, finish_reason: finishOf(reply) }));
    const usage = usageOf(chat, reply, content);
    if (chat.stream_options?.include_usage && usage) response.write(chunk(chat, null, usage));
    response.write('data: [DONE]\n\n');
  }
  response.end();
}

/** Tool calls, complete or as one chunk of a stream. */
function callTools(
  chat: ChatRequest,
  calls: readonly { name: string; arguments: unknown }[],
  response: ServerResponse,
): void {
  const tool_calls = calls.map(({ name, arguments: args }, index) => ({
    index,
    id: `call_${chat.messages.length}_${index}`,
    type: 'function',
    function: { name, arguments: JSON.stringify(args) },
  }));
  const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };
  if (!chat.stream) {
    const message = { role: 'assistant', content: null, tool_calls };
    const whole = { ...completion(chat, '', usage) };
    sendJson(response, 200, {
      ...whole,
      choices: [{ index: 0, message, finish_reason: 'tool_calls' }],
    });
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  response.write(chunk(chat, { index: 0, delta: { tool_calls }, finish_reason: null }));
  response.write(chunk(chat, { index: 0, delta: {}, finish_reason: 'tool_calls' }));
  if (chat.stream_options?.include_usage) response.write(chunk(chat, null, usage));
  response.end('data: [DONE]\n\n');
}

async function untilDue(reply: TextReply): Promise<void> {
  if (reply.kind !== 'text') return;
  if (reply.delay_ms) await sleep(reply.delay_ms);
  await reply.after;
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

function finishOf(reply: TextReply): string {
  return (reply.kind === 'text' ? reply.finish : undefined) ?? 'stop';
}

function completion(
  chat: ChatRequest,
  content: string,
  usage: Usage | undefined,
  finish_reason = 'stop',
): object {
  const message = { role: 'assistant', content };
  return {
    id: 'chatcmpl-fake',
    object: 'chat.completion',
    created: 1,
    model: chat.model,
    choices: [{ index: 0, message, finish_reason }],
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

/** Responds with JSON. */
export function sendJson(response: ServerResponse, status: number, body: object): void {
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
