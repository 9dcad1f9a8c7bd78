import { type InfiniteData, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { isApiError } from '#console/api/api-error.ts';
import { mutate } from '#console/api/query/calls.ts';
import { flatten } from '#console/api/query/paging.ts';
import type { ChatEvent } from '#console/api/socket/chat-socket.ts';
import {
  cancelChatAnswer,
  getGetChatQueryKey,
  getListChatsInfiniteQueryKey,
  listChatMessages,
  regenerateChatAnswer,
  sendChatMessage,
} from '#generated/api/chat/chat.ts';
import type {
  Chat,
  ChatList,
  ChatMessageCreate,
  ChatPerson,
  Problem,
} from '#generated/model/index.ts';
import { AnswerStreams } from './answer-streams.ts';
import type { ChatPlace, MessageFeed } from './message-feed.ts';
import { type Connection, useSocketStatus } from './use-connection.ts';

export interface ChatLive {
  connection: Connection;
  /** Who has the chat open. */
  people: readonly ChatPerson[];
  /** Why the chat can't be followed any more. */
  closed: Problem | null;
  /** @throws ApiError when the server refuses the message */
  send: (message: ChatMessageCreate, attachmentNames?: readonly string[]) => Promise<void>;
  stop: (messageId: string) => Promise<void>;
  regenerate: (messageId: string, modelId?: string) => Promise<void>;
  setTyping: (typing: boolean) => void;
}

/** How often (ms) to look for what others wrote, without the socket. */
const POLL_MS = 4000;

/**
 * What happens in an open chat, as it happens, and what one does in it. Events come from the socket; without it,
 * answers are streams and everything else is polled. Messages are sent by HTTP, which refuses them with a reason.
 */
export function useChatLive(place: ChatPlace, feed: MessageFeed, isReady: boolean): ChatLive {
  const { orgId, projectId, chatId } = place;
  const client = useQueryClient();
  const { socket, isOpen, isMissing, wasOpen } = useSocketStatus(place);
  const [people, setPeople] = useState<readonly ChatPerson[]>([]);
  const [closed, setClosed] = useState<Problem | null>(null);
  const [isLost, setLost] = useState(false);
  const streams = useRef<AnswerStreams>(null);
  const work = useRef<AbortController>(null);

  useEffect(() => {
    work.current = new AbortController();
    return () => work.current?.abort();
  }, []);

  useEffect(() => {
    if (!isReady || !socket) return;
    const queryKey = getGetChatQueryKey(orgId, projectId, chatId);
    const listKey = getListChatsInfiniteQueryKey(orgId, projectId);
    const takeChat = (chat: Chat) => {
      client.setQueryData(queryKey, chat);
      const lists = client.getQueriesData<InfiniteData<ChatList>>({ queryKey: listKey });
      const isListed = lists.some(([, list]) => flatten(list).some((one) => isSame(one, chat)));
      if (!isListed) void client.invalidateQueries({ queryKey: listKey });
    };
    const end = (problem: Problem) => {
      setClosed(problem);
      // What is known about it may not be shown any longer.
      void client.resetQueries({ queryKey });
      void client.invalidateQueries({ queryKey: listKey });
    };
    const take = (event: ChatEvent) => {
      if (event.type === 'chat') takeChat(event.chat);
      else if (event.type === 'message') feed.put([event.message], { isNews: true });
      else if (event.type === 'delta') feed.append(event.message_id, event.offset, event.text);
      else if (event.type === 'step') feed.setSteps(event.message_id, event.steps);
      else if (event.type === 'reset') feed.reset(event.message_id);
      else if (event.type === 'presence') setPeople(event.people);
      else if (event.type === 'opened') setClosed(null);
      else if (event.type === 'closed') end(event.problem);
      else void feed.open();
    };
    return socket.open(chatId, { after: feed.change, onEvent: take });
  }, [client, socket, orgId, projectId, chatId, feed, isReady]);

  useEffect(() => {
    if (!isReady || !isMissing) return;
    const follow = new AnswerStreams({ orgId, projectId, chatId }, feed, (isConnected) =>
      setLost(!isConnected),
    );
    streams.current = follow;
    let isOver = false;
    const look = async () => {
      if (document.visibilityState === 'hidden') return;
      const after = feed.change;
      const page = await listChatMessages(orgId, projectId, chatId, { after }).catch(() => null);
      if (isOver) return;
      setLost(page === null);
      if (page && page.results.length > 0) feed.put(page.results, { isNews: true });
      follow.update();
    };
    follow.update();
    void look();
    const timer = setInterval(() => void look(), POLL_MS);
    return () => {
      isOver = true;
      clearInterval(timer);
      follow.close();
      streams.current = null;
      setLost(false);
    };
  }, [orgId, projectId, chatId, feed, isReady, isMissing]);

  const refresh = () => {
    void client.invalidateQueries({ queryKey: getGetChatQueryKey(orgId, projectId, chatId) });
    void client.invalidateQueries({ queryKey: getListChatsInfiniteQueryKey(orgId, projectId) });
  };

  return {
    connection: connectionOf({ isOpen, isMissing, wasOpen, isLost }),
    people,
    closed,
    send: async (message, attachmentNames = []) => {
      const ref = crypto.randomUUID();
      const { parent_id: parentId = null } = message;
      const text = 'text' in message ? message.text : '';
      const inputs = 'inputs' in message ? message.inputs : null;
      feed.setPending({ ref, parentId, text, inputs, attachmentNames });
      try {
        const exchange = await persist(
          () =>
            mutate(sendChatMessage, orgId, projectId, chatId, message, { 'Idempotency-Key': ref }),
          {
            signal: work.current?.signal ?? AbortSignal.abort(),
            onLost: () => setLost(true),
          },
        );
        feed.put([exchange.message, exchange.answer], { show: true });
        streams.current?.update();
      } finally {
        feed.setPending(null);
        setLost(false);
      }
      refresh();
    },
    stop: async (messageId) => {
      feed.put([await mutate(cancelChatAnswer, orgId, projectId, chatId, messageId)]);
    },
    regenerate: async (messageId, modelId) => {
      const body = modelId === undefined ? {} : { model_id: modelId };
      const answer = await mutate(regenerateChatAnswer, orgId, projectId, chatId, messageId, body);
      feed.put([answer], { show: true });
      streams.current?.update();
      refresh();
    },
    setTyping: (typing) => socket?.typing(chatId, typing),
  };
}

/** Whether a chat looks the same in a list. */
function isSame(a: Chat, b: Chat): boolean {
  return a.id === b.id && a.title === b.title && a.audience === b.audience;
}

function connectionOf(state: {
  isOpen: boolean;
  isMissing: boolean;
  wasOpen: boolean;
  isLost: boolean;
}): Connection {
  if (state.isLost) return 'lost';
  if (state.isOpen) return 'live';
  if (state.isMissing) return state.wasOpen ? 'reconnecting' : 'polling';
  return 'live';
}

const FIRST_PAUSE = 1000;
const LONGEST_PAUSE = 15_000;

interface PersistOptions {
  signal: AbortSignal;
  /** Called when the connection is lost. */
  onLost: () => void;
}

/** Repeats a request until the server has responded: it has to be one that can be repeated. */
async function persist<T>(
  request: () => Promise<T>,
  { signal, onLost }: PersistOptions,
): Promise<T> {
  for (let pause = FIRST_PAUSE; ; pause = Math.min(LONGEST_PAUSE, pause * 2)) {
    try {
      return await request();
    } catch (error) {
      // The first attempt may still be in progress.
      const mayPass = isApiError(error, 0) || isApiError(error, 503) || isRepeated(error);
      if (signal.aborted || !mayPass) throw error;
      if (isApiError(error, 0)) onLost();
      await untilOnline(pause, signal);
    }
  }
}

function isRepeated(error: unknown): boolean {
  return isApiError(error) && error.code === 'idempotency_conflict';
}

/** Waits for some time, or until the browser is online again. */
function untilOnline(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      window.removeEventListener('online', end);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    window.addEventListener('online', end);
    signal.addEventListener('abort', end);
  });
}
