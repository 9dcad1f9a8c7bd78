import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { openStream } from '#console/api/http/stream.ts';
import { mutate, readOnce } from '#console/api/query/calls.ts';
import { trackAssistantInteraction } from '#console/modules/analytics/assistant-interaction.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { attempt } from '#console/ui/feedback/attempt.ts';
import { useLatest } from '#console/ui/use-latest.ts';
import {
  cancelChatAnswer,
  createChat,
  getGetChatMessageQueryOptions,
  getGetChatMessageUrl,
  getListChatsQueryKey,
  sendChatMessage,
  useListChatMessages,
  useListChats,
} from '#generated/api/chat/chat.ts';
import type { Chat, ChatAnswerEvent, ChatList, ChatMessage } from '#generated/model/index.ts';

const CURRENT = { filter: 'assistant', page_limit: 1 } as const;
const SHOWN = { page_limit: 100 };

/** The person's conversation with the assistant in the active project. Answers continue while it is closed. */
export function useAssistant() {
  const { at, orgId, projectId } = useActiveProject();
  const client = useQueryClient();
  const current = useListChats(...at, CURRENT);
  const chatId = current.data?.results[0]?.id;
  const page = useListChatMessages(...at, chatId ?? '', SHOWN, {
    query: { enabled: chatId !== undefined },
  });
  /** What is newer than the page. */
  const [fresh, setFresh] = useState<ReadonlyMap<string, ChatMessage>>(new Map());
  const put = useCallback(
    (...messages: ChatMessage[]) =>
      setFresh((before) => new Map([...before, ...messages.map((one) => [one.id, one] as const)])),
    [],
  );

  const byId = new Map((page.data?.results ?? []).map((message) => [message.id, message]));
  const messages = [...new Map([...byId, ...fresh]).values()]
    .filter(({ chat_id }) => chat_id === chatId)
    .sort((a, b) => a.position - b.position);
  const running = messages.find(({ ended_at }) => ended_at === null);
  useFollowed(running, { orgId, projectId }, put);

  async function start(): Promise<Chat> {
    const chat = await mutate(createChat, ...at, { config: { type: 'assistant' } });
    const pagination = { has_next: false, next_cursor: null };
    const key = getListChatsQueryKey(...at, CURRENT);
    client.setQueryData<ChatList>(key, { results: [chat], pagination });
    return chat;
  }

  return {
    messages,
    running,
    isPending: current.isPending || (chatId !== undefined && page.isPending),
    error: current.error ?? page.error,
    retry: () => void (current.error ? current.refetch() : page.refetch()),

    /** @returns whether it was sent */
    send: (text: string) =>
      attempt(async () => {
        const id = chatId ?? (await start()).id;
        const { message, answer } = await mutate(sendChatMessage, ...at, id, { text });
        put(message, answer);
        trackAssistantInteraction();
      }, 'assistant.ask'),

    stop: () =>
      attempt(async () => {
        if (running) put(await mutate(cancelChatAnswer, ...at, running.chat_id, running.id));
      }, 'assistant.ask'),

    /** Begins a new conversation. The one before is deleted. */
    restart: () => attempt(start, 'assistant.ask'),
  };
}

/** Follows an answer in progress. */
function useFollowed(
  running: ChatMessage | undefined,
  { orgId, projectId }: { orgId: string; projectId: string },
  put: (message: ChatMessage) => void,
): void {
  const latest = useLatest(running);
  const id = running?.id;
  useEffect(() => {
    const message = latest.current;
    if (id === undefined || !message) return;
    const controller = new AbortController();
    const path = getGetChatMessageUrl(orgId, projectId, message.chat_id, id);
    const call = { path: `${path}/stream`, init: { method: 'GET' } };
    const follow = async () => {
      let shown = { ...message, text: '' };
      const events = openStream<ChatAnswerEvent>({
        ...call,
        signal: controller.signal,
        resume: () => call,
        isTerminal: ({ data }) => data.type === 'answer.ended',
      });
      for await (const { data } of events) {
        if (data.type === 'answer.started' || data.type === 'answer.ended') shown = data.message;
        else if (data.type === 'answer.reset') shown = { ...shown, text: '' };
        else if (data.type === 'answer.step') shown = { ...shown, steps: data.steps };
        else shown = { ...shown, text: shown.text.slice(0, data.offset) + data.text };
        put(shown);
      }
    };
    follow().catch(async () => {
      // The stream was refused or lost for good, but the answer is stored.
      if (!controller.signal.aborted)
        put(
          await readOnce(
            getGetChatMessageQueryOptions(orgId, projectId, message.chat_id, id),
          ).catch(() => message),
        );
    });
    return () => controller.abort();
  }, [id, orgId, projectId, put]);
}
