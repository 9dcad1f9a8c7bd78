import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import {
  cancelChatAnswer,
  getGetChatQueryKey,
  getListChatsInfiniteQueryKey,
  listChatMessages,
  regenerateChatAnswer,
  sendChatMessage,
} from '#generated/api/chat/chat.ts';
import type { ChatMessageCreate, ChatPerson, Problem } from '#generated/model/index.ts';
import { AnswerStreams } from './answer-streams.ts';
import type { ChatPlace, MessageFeed } from './message-feed.ts';
import { persist } from './persist.ts';

/** `polling`: without the socket, what others write arrives with a delay. */
export type Connection = 'live' | 'reconnecting' | 'polling' | 'lost';

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

/** What happens in an open chat, as it happens, and what one does in it. */
export function useChatLive(place: ChatPlace, feed: MessageFeed, isReady: boolean): ChatLive {
  const { orgId, projectId, chatId } = place;
  const client = useQueryClient();
  const [connection, setConnection] = useState<Connection>('polling');
  const work = useRef<AbortController>(null);
  const streams = useRef<AnswerStreams>(null);

  useEffect(() => {
    if (!isReady) return;
    const controller = new AbortController();
    work.current = controller;
    const follow = new AnswerStreams({ orgId, projectId, chatId }, feed, (isConnected) =>
      setConnection(isConnected ? 'polling' : 'reconnecting'),
    );
    streams.current = follow;
    follow.update();
    const timer = setInterval(async () => {
      if (document.visibilityState === 'hidden') return;
      const after = feed.change;
      const page = await listChatMessages(orgId, projectId, chatId, { after }).catch(() => null);
      if (controller.signal.aborted) return;
      if (!page) return setConnection('lost');
      setConnection('polling');
      feed.put(page.results);
      follow.update();
    }, POLL_MS);
    return () => {
      controller.abort();
      clearInterval(timer);
      follow.close();
    };
  }, [orgId, projectId, chatId, feed, isReady]);

  const refreshLists = () => {
    void client.invalidateQueries({ queryKey: getGetChatQueryKey(orgId, projectId, chatId) });
    void client.invalidateQueries({ queryKey: getListChatsInfiniteQueryKey(orgId, projectId) });
  };

  return {
    connection,
    people: [],
    closed: null,
    send: async (message, attachmentNames = []) => {
      const ref = crypto.randomUUID();
      const { text = '', inputs = null, parent_id: parentId = null } = message;
      feed.setPending({ ref, parentId, text, inputs, attachmentNames });
      const signal = work.current?.signal ?? new AbortController().signal;
      try {
        const exchange = await persist(
          () => sendChatMessage(orgId, projectId, chatId, message, { 'Idempotency-Key': ref }),
          { signal, onLost: () => setConnection('lost') },
        );
        feed.put([exchange.message, exchange.answer], { show: true });
        streams.current?.update();
      } finally {
        feed.setPending(null);
      }
      refreshLists();
    },
    stop: async (messageId) => {
      feed.put([await cancelChatAnswer(orgId, projectId, chatId, messageId)]);
    },
    regenerate: async (messageId, modelId) => {
      const body = modelId === undefined ? {} : { model_id: modelId };
      const answer = await regenerateChatAnswer(orgId, projectId, chatId, messageId, body);
      feed.put([answer], { show: true });
      streams.current?.update();
      refreshLists();
    },
    setTyping: () => undefined,
  };
}
