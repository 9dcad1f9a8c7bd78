import type { ChatNews, ChatPort } from '#domain/chat/chat.port.ts';
import { createVisitorLimits } from '#domain/chat/widget/visitor-limits.ts';

/** News reach followers in this page at once, and those in other tabs through a channel of the browser. */
export function createChatPort(): ChatPort {
  const followers = new Map<string, Set<(news: ChatNews) => void>>();
  const channel =
    typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('taskloom-chat');

  function deliver(news: ChatNews): void {
    for (const onNews of [...(followers.get(news.chat_id) ?? [])]) onNews(news);
  }

  channel?.addEventListener('message', ({ data }: MessageEvent<ChatNews>) => deliver(data));
  // In Node, an open channel would keep the process alive.
  (channel as { unref?: () => void } | undefined)?.unref?.();
  return {
    workerId: 'mocks',
    publish(news) {
      deliver(news);
      channel?.postMessage(news);
    },
    follow(chatId, onNews) {
      const set = followers.get(chatId) ?? new Set();
      followers.set(chatId, set.add(onNews));
      return () => set.delete(onNews);
    },
    hash: (token) => token,
    sharedUrl: '/shared/chat/',
    ownOrigins: typeof location === 'undefined' ? [] : [location.origin],
    visitorLimits: createVisitorLimits(),
    report: console.error,
  };
}
