import type {
  ChatClientMessage,
  ChatMessageCreate,
  ChatServerMessage,
  Problem,
} from '#generated/model/index.ts';
import { ApiError } from '../api-error.ts';
import { bearerToken, renewToken } from '../auth-token.ts';
import { absoluteUrl, apiConfig } from '../config.ts';
import { onUnauthorized } from '../unauthorized.ts';
import { Connection, type SocketStatus } from './connection.ts';

/** What happens in an open chat. */
export type ChatEvent =
  | Extract<
      ChatServerMessage,
      {
        type: 'opened' | 'closed' | 'chat' | 'message' | 'step' | 'delta' | 'reset' | 'presence';
      }
    >
  /** Too much has changed to be sent. Load the chat and its messages again. */
  | { type: 'stale'; chat_id: string };

export interface OpenOptions {
  /** The `change` up to which the caller has the chat; by default the current one. */
  after?: number | undefined;
  onEvent: (event: ChatEvent) => void;
}

/** Chats of a project, live. There is one connection per project, while a chat is open or something is to be sent. */
export interface ChatSocket {
  readonly status: SocketStatus;
  /** Why the server refused the user. */
  readonly problem: Problem | null;
  /** Calls back when `status` changes. Returns the unsubscribe function. */
  onStatus(onChange: () => void): () => void;
  /**
   * Follows a chat, also after the connection was lost: what has changed in the meantime is sent first. Events may be
   * repeated. Returns a function that stops following.
   */
  open(chatId: string, options: OpenOptions): () => void;
  /**
   * Sends a message, as soon as there is a connection. With the same `ref`, it is stored only once.
   * @returns the id of the message
   * @throws ApiError when it is rejected
   */
  send(chatId: string, message: ChatMessageCreate, ref?: string): Promise<string>;
  /**
   * Stops an answer, as soon as there is a connection.
   * @throws ApiError when that is rejected
   */
  stop(chatId: string, messageId: string): Promise<void>;
  /** Tells the others that the user is typing. Call it with each change of the text. */
  typing(chatId: string, isTyping: boolean): void;
}

type Command = Extract<ChatClientMessage, { type: 'send' | 'stop' }>;

interface Waiting {
  command: Command;
  resolve(messageId: string): void;
  reject(error: ApiError): void;
}

interface OpenChat {
  followers: Set<(event: ChatEvent) => void>;
  /** The `change` up to which everything has arrived. */
  after: number | undefined;
}

/** The connection is kept this long after the last chat was closed, because the next one is often opened at once. */
const LINGER_MS = 5000;
/** Others forget after 6 seconds that the user is typing, so they are told again before that. */
const TYPING_MS = 3000;

const sockets = new Map<string, ChatSocket>();

/** The socket of a project. */
export function chatSocket(orgId: string, projectId: string): ChatSocket {
  const key = `${orgId}/${projectId}`;
  const socket = sockets.get(key) ?? createChatSocket(orgId, projectId);
  sockets.set(key, socket);
  return socket;
}

/** For tests: one that shares nothing with other callers. */
export function createChatSocket(orgId: string, projectId: string): ChatSocket {
  const chats = new Map<string, OpenChat>();
  const waiting = new Map<string, Waiting>();
  const opening = new Map<string, string>();
  const watchers = new Set<() => void>();
  const typedAt = new Map<string, number>();
  let count = 0;
  let userId: string | undefined;
  let linger: ReturnType<typeof setTimeout> | undefined;

  const url = () => absoluteUrl(apiConfig().apiBaseUrl, '/chat-socket').replace(/^http/, 'ws');
  const connection = new Connection({
    url,
    async hello(isRejected) {
      const place = { type: 'hello' as const, org_id: orgId, project_id: projectId };
      if (apiConfig().authMethod === 'cookie') return place;
      const token = await (isRejected ? renewToken() : bearerToken());
      return token === null ? null : { ...place, token };
    },
    onWelcome(user) {
      // Someone else has signed in. What is waiting isn't theirs.
      if (userId !== undefined && userId !== user.id) rejectAll(null);
      userId = user.id;
      for (const id of chats.keys()) requestChat(id);
      for (const { command } of waiting.values()) connection.send(command);
    },
    onMessage: receive,
    onStatus(status, problem) {
      if (status === 'refused') {
        rejectAll(problem);
        if (!problem || problem.status === 401) void onUnauthorized(url());
      }
      for (const onChange of [...watchers]) onChange();
    },
  });

  function rejectAll(problem: Problem | null): void {
    const error = new ApiError({ status: problem?.status ?? 401, problem });
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  }

  function requestChat(chatId: string, after = chats.get(chatId)?.after): void {
    count += 1;
    const ref = `open-${count}`;
    const message = { type: 'open' as const, ref, chat_id: chatId };
    if (connection.send(after === undefined ? message : { ...message, after }))
      opening.set(ref, chatId);
  }

  function tell(chatId: string, event: ChatEvent): void {
    for (const onEvent of [...(chats.get(chatId)?.followers ?? [])]) onEvent(event);
  }

  function advance(chatId: string, change: number): void {
    const chat = chats.get(chatId);
    if (chat) chat.after = Math.max(chat.after ?? 0, change);
  }

  function receive(message: Exclude<ChatServerMessage, { type: 'welcome' | 'pong' }>): void {
    if (message.type === 'accepted') {
      waiting.get(message.ref)?.resolve(message.message_id);
      waiting.delete(message.ref);
      leaveSoon();
    } else if (message.type === 'rejected') rejected(message.ref ?? '', message.problem);
    else if (message.type === 'chat') tell(message.chat.id, message);
    else {
      if (message.type === 'opened') opening.delete(message.ref);
      if (message.type === 'opened') advance(message.chat_id, message.change);
      if (message.type === 'message') advance(message.chat_id, message.message.change);
      tell(message.chat_id, message);
    }
  }

  function rejected(ref: string, problem: Problem): void {
    const chatId = opening.get(ref);
    opening.delete(ref);
    if (chatId !== undefined) refusedChat(chatId, problem);
    waiting.get(ref)?.reject(new ApiError({ status: problem.status, problem }));
    waiting.delete(ref);
    leaveSoon();
  }

  function refusedChat(chatId: string, problem: Problem): void {
    const chat = chats.get(chatId);
    if (chat && problem.errors?.some(({ pointer }) => pointer === '/after')) {
      chat.after = undefined;
      tell(chatId, { type: 'stale', chat_id: chatId });
      requestChat(chatId);
    } else tell(chatId, { type: 'closed', seq: 0, chat_id: chatId, problem });
  }

  function command(message: Command): Promise<string> {
    const before = waiting.get(message.ref);
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    waiting.set(message.ref, {
      command: message,
      resolve: (id) => {
        before?.resolve(id);
        resolve(id);
      },
      reject: (error) => {
        before?.reject(error);
        reject(error);
      },
    });
    arrive();
    connection.send(message);
    return promise;
  }

  function arrive(): void {
    clearTimeout(linger);
    if (connection.status === 'refused') connection.stop();
    connection.start();
  }

  function leaveSoon(): void {
    clearTimeout(linger);
    if (chats.size > 0 || waiting.size > 0) return;
    linger = setTimeout(() => connection.stop(), LINGER_MS);
  }

  return {
    get status() {
      return connection.status;
    },
    get problem() {
      return connection.problem;
    },
    onStatus(onChange) {
      watchers.add(onChange);
      return () => watchers.delete(onChange);
    },
    open(chatId, { after, onEvent }) {
      const chat = chats.get(chatId) ?? { followers: new Set(), after };
      // If there is no connection yet, one request is made for all followers.
      if (after !== undefined && after < (chat.after ?? 0)) chat.after = after;
      const follower = (event: ChatEvent) => onEvent(event);
      chat.followers.add(follower);
      chats.set(chatId, chat);
      arrive();
      requestChat(chatId, after);
      return () => {
        if (!chat.followers.delete(follower) || chat.followers.size > 0) return;
        chats.delete(chatId);
        typedAt.delete(chatId);
        connection.send({ type: 'close', chat_id: chatId });
        leaveSoon();
      };
    },
    send: (chatId, message, ref = crypto.randomUUID()) =>
      command({ type: 'send', ref, chat_id: chatId, message }),
    async stop(chatId, messageId) {
      await command({
        type: 'stop',
        ref: `stop-${messageId}`,
        chat_id: chatId,
        message_id: messageId,
      });
    },
    typing(chatId, isTyping) {
      const last = typedAt.get(chatId);
      if (isTyping && last !== undefined && Date.now() - last < TYPING_MS) return;
      if (!isTyping && last === undefined) return;
      if (!connection.send({ type: 'typing', chat_id: chatId, typing: isTyping })) return;
      if (isTyping) typedAt.set(chatId, Date.now());
      else typedAt.delete(chatId);
    },
  };
}
