import type { ChatNews, ChatPort } from '#domain/chat/chat.port.ts';
import { NewsFollowers } from '#domain/chat/news-followers.ts';
import { createVisitorLimits } from '#domain/chat/widget/visitor-limits.ts';
import type { Store } from '../store.ts';
import { PAGE } from './page.ts';

/** News reach followers in this page at once, and those in other tabs through a channel of the browser. */
export function createChatPort(store: Store): ChatPort {
  const followers = new NewsFollowers();
  const channel =
    typeof document === 'undefined' ? undefined : new BroadcastChannel('taskloom-chat');

  channel?.addEventListener('message', ({ data }: MessageEvent<ChatNews>) => {
    if (!followers.has(data.chat_id)) return;
    store.pull();
    followers.deliver(data);
  });
  // In tests, whose pages run in Node, an open channel would keep the process alive.
  (channel as { unref?: () => void } | undefined)?.unref?.();
  return {
    workerId: PAGE,
    publish(news) {
      followers.deliver(news);
      // The other tabs read what happened from the storage.
      if (!news.presence && store.isDirty) {
        store.push();
        store.isDirty = false;
      }
      channel?.postMessage(news);
    },
    follow: (chatId, onNews) => followers.follow(chatId, onNews),
    hash: (token) => token,
    sharedUrl: '/shared/chat/',
    ownOrigins: typeof location === 'undefined' ? [] : [location.origin],
    visitorLimits: createVisitorLimits(),
    report: console.error,
  };
}
