import type * as z from 'zod';
import {
  isRetried,
  pause,
  readProblem,
  toFieldErrors,
} from '#core/task/contract/request-runtime.ts';
import { newKey, readEvents, resumeHeaders } from '#core/task/contract/stream-runtime.ts';
import type {
  ChatAnswerEvent,
  ChatMessage,
  ChatMessageCreate,
  ChatMessageList,
  FieldError,
  Problem,
  ProblemCode,
  RunResult,
} from '#generated/model/index.ts';

/**
 * The part of a chat's client that is the same for all chats. `chatClient` replaces everything above the next line with
 * the chat's own types, generated from its contract; the rest is copied unchanged.
 */
type Output = NonNullable<RunResult>;
// ---- the client ----

/** How to reach the chat. */
export interface ClientOptions {
  /**
   * An API key of the project (`tlk_…`). The chat must have been created with it, or be shared with the project. Anyone
   * who has it can use the project's chats, so keep it on your server.
   */
  apiKey: string;
  /** The base URL of the API; by default the one from which this file was downloaded. */
  baseUrl?: string | undefined;
  /** How often to retry a request when the server is overloaded, failing or unreachable; 2 by default. */
  maxRetries?: number | undefined;
  /** Used instead of the global `fetch`. */
  fetch?: typeof fetch | undefined;
}

/** Options for one call. */
export interface CallOptions {
  /** Stops waiting. An answer that was started continues; `stop` ends it. */
  signal?: AbortSignal | undefined;
}

/** Options for a message. */
export interface AskOptions extends CallOptions {
  /** A message with the same key is sent once. By default every message has its own key. */
  idempotencyKey?: string | undefined;
  /** Receives the text so far, each time that some of it arrives. It may begin again. */
  onText?: ((text: string) => void) | undefined;
}

/** An answer that was given to the end. */
export type Answer = Omit<ChatMessage, 'output'> & { output: Output };

/** Which messages to list. */
export interface MessagesQuery {
  /** 1 to 100; 20 by default. */
  pageLimit?: number | undefined;
  /** `next_cursor` of the previous page. */
  cursor?: string | undefined;
  /** Only messages that changed after this change number of the chat, oldest change first. */
  after?: number | undefined;
}

/** A chat that answers messages. */
export interface Client {
  /** Sends a message, and returns its answer once that has ended. */
  ask(message: ChatMessageCreate, options?: AskOptions): Promise<Answer>;
  /** Sends a message, and yields the events of its answer. The last one, and only that, is `answer.ended`. */
  stream(
    message: ChatMessageCreate,
    options?: AskOptions,
  ): AsyncGenerator<ChatAnswerEvent, void, undefined>;
  /** The events of an answer, from its beginning. */
  follow(
    messageId: string,
    options?: CallOptions,
  ): AsyncGenerator<ChatAnswerEvent, void, undefined>;
  /** A page of messages, newest first. */
  messages(query?: MessagesQuery, options?: CallOptions): Promise<ChatMessageList>;
  /** Stops an answer. It keeps what it has said so far, which is billed. */
  stop(messageId: string, options?: CallOptions): Promise<ChatMessage>;
}

/** Why a call failed: a code of the API, or one of the client's own. */
export type ErrorCode = ProblemCode | 'connection_lost' | 'unexpected_response' | 'answer_stopped';

/** Thrown by every failed call. Branch on `code`; the message is for people. */
export class ChatError extends Error {
  override readonly name = 'ChatError';
  readonly code: ErrorCode;
  /** The HTTP status, if there was a response. */
  readonly status: number | undefined;
  /** What is wrong with the message, each with a JSON pointer. */
  readonly errors: readonly FieldError[];
  /** The answer that failed or was stopped, with what it has said. */
  readonly answer: ChatMessage | undefined;
  /** Seconds to wait before retrying. */
  readonly retryAfter: number | undefined;
  /** Include it when contacting support. */
  readonly requestId: string | undefined;

  constructor(code: ErrorCode, message: string, more: Partial<Omit<ChatError, 'code'>> = {}) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause });
    this.code = code;
    this.status = more.status;
    this.errors = more.errors ?? [];
    this.answer = more.answer;
    this.retryAfter = more.retryAfter;
    this.requestId = more.requestId;
  }
}

/** What a client needs to know about its chat. */
interface ChatShape {
  baseUrl: string;
  chatPath: string;
  create: z.ZodType<ChatMessageCreate>;
  exchange: z.ZodType<{ answer: ChatMessage }>;
  message: z.ZodType<ChatMessage>;
  list: z.ZodType<ChatMessageList>;
  event: z.ZodType<ChatAnswerEvent>;
  output: z.ZodType<Output>;
  problem: z.ZodType<Problem>;
}

/** Exported for tests; `createClient` calls it with the chat of this file. */
export function createChatClient(chat: ChatShape, options: ClientOptions): Client {
  const { apiKey, maxRetries = 2 } = options;
  const doFetch = options.fetch ?? globalThis.fetch.bind(globalThis);
  const url = `${(options.baseUrl ?? chat.baseUrl).replace(/\/+$/, '')}${chat.chatPath}/message`;
  const answerUrl = (id: string) => `${url}/${encodeURIComponent(id)}`;

  /** Sends a request until there is a response, or a retry would be pointless. */
  async function send(
    method: string,
    to: string,
    { signal }: CallOptions,
    more: { body?: string; headers?: Record<string, string> } = {},
  ): Promise<Response> {
    const { body } = more;
    for (let attempt = 0; ; attempt += 1) {
      const outcome = await once(to, {
        method,
        headers: {
          Authorization: `Bearer ${apiKey}`,
          ...(body !== undefined && { 'Content-Type': 'application/json' }),
          ...more.headers,
        },
        ...(body !== undefined && { body }),
        ...(signal && { signal }),
      });
      if (!(outcome instanceof ChatError)) return outcome;
      const isPassing = outcome.code === 'connection_lost' || isRetried(outcome.status);
      if (attempt >= maxRetries || !isPassing) throw outcome;
      await pause(outcome.retryAfter, attempt, signal);
    }
  }

  async function once(to: string, init: RequestInit): Promise<Response | ChatError> {
    let response: Response;
    try {
      response = await doFetch(to, init);
    } catch (cause) {
      init.signal?.throwIfAborted();
      return new ChatError('connection_lost', `Could not reach ${to}.`, { cause });
    }
    if (response.ok) return response;
    const { problem, text, status, retryAfter } = await readProblem(response, chat.problem);
    return new ChatError(problem?.code ?? 'unexpected_response', text, {
      status,
      retryAfter,
      errors: problem?.errors ?? [],
      requestId: problem?.request_id,
    });
  }

  /** Sends a message. Returns the answer that was started. */
  async function start(message: ChatMessageCreate, options: AskOptions): Promise<ChatMessage> {
    const body = JSON.stringify(parse(chat.create, message, 'invalid_request'));
    const headers = { 'Idempotency-Key': options.idempotencyKey ?? newKey() };
    const response = await send('POST', url, options, { body, headers });
    return (await read(chat.exchange, response)).answer;
  }

  /** Follows an answer through lost connections, resuming each time after the last event. */
  async function* follow(
    messageId: string,
    { signal }: CallOptions = {},
  ): AsyncGenerator<ChatAnswerEvent, void, undefined> {
    let lastEventId = '';
    let isStarted = false;
    for (let attempt = 0; attempt <= maxRetries; attempt += 1) {
      if (attempt > 0) await pause(undefined, attempt - 1, signal);
      const headers = resumeHeaders(lastEventId);
      const response = await send('GET', `${answerUrl(messageId)}/stream`, { signal }, { headers });
      for await (const message of readEvents(response, signal)) {
        const event = parseEvent(chat.event, message.data);
        if (event === undefined) continue;
        if (message.id !== '') lastEventId = message.id;
        // Every connection begins with this event.
        if (event.type === 'answer.started') {
          if (isStarted) continue;
          isStarted = true;
        } else attempt = 0;
        yield event;
        if (event.type === 'answer.ended') return;
      }
    }
    throw new ChatError('connection_lost', 'The connection was lost before the answer ended.');
  }

  function answered(message: ChatMessage): Answer {
    const { status, error } = message;
    if (status === 'succeeded')
      return { ...message, output: parse(chat.output, message.output, 'unexpected_response') };
    const code = status === 'cancelled' ? 'answer_stopped' : error?.code;
    throw new ChatError(
      code ?? 'unexpected_response',
      error?.message ?? 'The answer was stopped.',
      { answer: message, retryAfter: error?.retry_after },
    );
  }

  return {
    async ask(message, options = {}) {
      const { id } = await start(message, options);
      let text = '';
      for await (const event of follow(id, options)) {
        if (event.type === 'answer.ended') return answered(event.message);
        if (event.type === 'answer.reset') text = '';
        if (event.type === 'answer.delta') text += event.text;
        if (event.type === 'answer.delta' || event.type === 'answer.reset') options.onText?.(text);
      }
      throw new ChatError('unexpected_response', 'The stream ended before the answer.');
    },
    async *stream(message, options = {}) {
      const { id } = await start(message, options);
      yield* follow(id, options);
    },
    follow,
    async messages({ pageLimit, cursor, after } = {}, options = {}) {
      const query = new URLSearchParams({
        ...(pageLimit !== undefined && { page_limit: String(pageLimit) }),
        ...(cursor !== undefined && { cursor }),
        ...(after !== undefined && { after: String(after) }),
      });
      return read(chat.list, await send('GET', `${url}?${query}`, options));
    },
    async stop(messageId, options = {}) {
      return read(chat.message, await send('POST', `${answerUrl(messageId)}/cancel`, options));
    },
  };
}

async function read<T>(schema: z.ZodType<T>, response: Response): Promise<T> {
  return parse(schema, await response.json().catch(() => undefined), 'unexpected_response');
}

function parse<T>(
  schema: z.ZodType<T>,
  value: unknown,
  code: 'invalid_request' | 'unexpected_response',
): T {
  const checked = schema.safeParse(value);
  if (checked.success) return checked.data;
  const errors = toFieldErrors(checked.error, '');
  const text = errors.map(({ pointer, message }) => `${pointer}: ${message}`).join('; ');
  throw new ChatError(code, text, { errors });
}

/** An event, or undefined for a type newer than this client. */
function parseEvent(schema: z.ZodType<ChatAnswerEvent>, data: string): ChatAnswerEvent | undefined {
  let value: unknown;
  try {
    value = JSON.parse(data);
  } catch {
    throw new ChatError('unexpected_response', 'The stream contains invalid JSON.');
  }
  const checked = schema.safeParse(value);
  if (checked.success) return checked.data;
  const isUnknownKind = checked.error.issues.some(
    ({ code, path }) => code === 'invalid_union' && path.length < 2,
  );
  return isUnknownKind ? undefined : parse(schema, value, 'unexpected_response');
}
