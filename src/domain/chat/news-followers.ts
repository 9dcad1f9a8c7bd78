import type { ChatNews } from './chat.port.ts';

type OnNews = (news: ChatNews) => void;

/** Who follows which chat in this process, for both implementations of `ChatPort`. */
export class NewsFollowers {
  readonly #byChat = new Map<string, Set<OnNews>>();

  has(chatId: string): boolean {
    return this.#byChat.has(chatId);
  }

  /** Tells the chat's followers. Those that leave meanwhile don't disturb the others. */
  deliver(news: ChatNews): void {
    for (const onNews of [...(this.#byChat.get(news.chat_id) ?? [])]) onNews(news);
  }

  /** Returns the unsubscribe function. */
  follow(chatId: string, onNews: OnNews): () => void {
    const set = this.#byChat.get(chatId) ?? new Set();
    this.#byChat.set(chatId, set.add(onNews));
    return () => {
      set.delete(onNews);
      if (set.size === 0 && this.#byChat.get(chatId) === set) this.#byChat.delete(chatId);
    };
  }
}
