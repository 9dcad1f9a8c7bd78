import type * as z from 'zod';
import {
  CallError,
  type CallFailure,
  type CommonCode,
  type ConnectionOptions,
  createCaller,
} from '#core/task/contract/request-runtime.ts';
import { followStream } from '#core/task/contract/stream-runtime.ts';
import type {
  ChatAnswerEvent,
  ChatMessage,
  ChatMessageCreate,
  ChatMessageList,
  Problem,
  RunResult,
} from '#generated/model/index.ts';

/**
 * The part of a chat's client that is the same for all chats. `chatClient` replaces everything above the next line with
 * the chat's own types, generated from its contract; the rest is copied unchanged.
 */
type Output = NonNullable<RunResult>;
// ---- the client ----

/** How to reach the chat. */
export interface ClientOptions extends ConnectionOptions {
  /**
   * An API key of the project (`tlk_…`). The chat must have been created with it, or be shared with the project. Anyone
   * who has it can use the project's chats, so keep it on your server.
   */
  apiKey: string;
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
export type ErrorCode = CommonCode | 'answer_stopped';

/** Thrown by every failed call. Branch on `code`; the message is for people. */
export class ChatError extends CallError<ErrorCode> {
  override readonly name = 'ChatError';
  /** The answer that failed or was stopped, with what it has said. */
  readonly answer: ChatMessage | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    more: CallFailure & { answer?: ChatMessage | undefined } = {},
  ) {
    super(code, message, more);
    this.answer = more.answer;
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
  const caller = createCaller<ErrorCode>(options, chat.problem, ChatError);
  const { maxRetries, send, read, parse } = caller;
  const url = `${(options.baseUrl ?? chat.baseUrl).replace(/\/+$/, '')}${chat.chatPath}/message`;
  const answerUrl = (id: string) => `${url}/${encodeURIComponent(id)}`;

  /** Sends a message. Returns the answer that was started. */
  async function start(message: ChatMessageCreate, options: AskOptions): Promise<ChatMessage> {
    const body = JSON.stringify(parse(chat.create, message, 'invalid_request'));
    const response = await send('POST', url, options, { body, isKeyed: true });
    return (await read(chat.exchange, response)).answer;
  }

  async function* follow(
    messageId: string,
    { signal }: CallOptions = {},
  ): AsyncGenerator<ChatAnswerEvent, void, undefined> {
    const followed = followStream({
      open: (headers) => send('GET', `${answerUrl(messageId)}/stream`, { signal }, { headers }),
      read: (data) => caller.parseEvent(chat.event, data),
      firstType: 'answer.started',
      maxRetries,
      signal,
    });
    for await (const event of followed) {
      yield event;
      if (event.type === 'answer.ended') return;
    }
    throw new ChatError('connection_lost', 'The connection was lost before the answer ended.');
  }

  function answered(message: ChatMessage): Answer {
    const { status, error } = message;
    if (status === 'succeeded') return { ...message, output: parse(chat.output, message.output) };
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
