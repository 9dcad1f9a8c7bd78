import { parseJson } from '#core/json/parse-json.ts';
import type { ChatNews, ChatPort } from '#domain/chat/chat.port.ts';
import { NewsFollowers } from '#domain/chat/news-followers.ts';
import { createVisitorLimits } from '#domain/chat/widget/visitor-limits.ts';
import type { Store } from '../store.ts';
import { PAGE } from './page.ts';

/** Passes news to the other tabs. */
const NEWS_KEY = 'mock-chat-news';

/**
 * News reach followers in this page at once, and other tabs through the storage: unlike a message of a BroadcastChannel,
 * the storage's event never arrives before the data that was written earlier.
 */
export function createChatPort(store: Store): ChatPort {
  const followers = new NewsFollowers();
  const isPage = typeof document !== 'undefined';

  if (isPage)
    window.addEventListener('storage', ({ key, newValue }) => {
      if (key !== NEWS_KEY || newValue === null) return;
      const news = parseJson(newValue) as ChatNews;
      if (!followers.has(news.chat_id)) return;
      store.pull();
      followers.deliver(news);
    });
  return {
    workerId: PAGE,
    publish(news) {
      followers.deliver(news);
      // The other tabs read what happened from the storage.
      if (!news.presence && store.isDirty) {
        store.push();
        store.isDirty = false;
      }
      if (!isPage) return;
      localStorage.setItem(NEWS_KEY, JSON.stringify(news));
      localStorage.removeItem(NEWS_KEY);
    },
    follow: (chatId, onNews) => followers.follow(chatId, onNews),
    hash: (token) => token,
    sharedUrl: '/shared/chat/',
    ownOrigins: typeof location === 'undefined' ? [] : [location.origin],
    visitorLimits: createVisitorLimits(),
    report: console.error,
  };
}
