import { createHmac } from 'node:crypto';
import type { ChatNews, ChatPort } from '#domain/chat/chat.port.ts';
import { createVisitorLimits } from '#domain/chat/widget/visitor-limits.ts';
import type { Database } from '../../db/client.ts';

/** On PostgreSQL: tells the other nodes what happened in a chat. The payload is `ChatNews` and its node. */
const CHAT_NEWS = 'chat_news';

export interface ChatPortDeps {
  database: Database;
  workerId: string;
  /** The key of the hashes. Tokens are random, so a fast hash is enough. */
  secret: Buffer;
  publicUrl: string;
  ownOrigins: readonly string[];
  report: (error: unknown) => void;
}

/** News reach followers in this process at once, and those on other nodes by NOTIFY. */
export async function createChatPort(deps: ChatPortDeps) {
  const { database, workerId, secret, publicUrl, ownOrigins, report } = deps;
  const followers = new Map<string, Set<(news: ChatNews) => void>>();
  const isShared = database.kind === 'postgres';

  function deliver(news: ChatNews): void {
    for (const onNews of [...(followers.get(news.chat_id) ?? [])]) onNews(news);
  }

  const stop = isShared
    ? await database.listen(CHAT_NEWS, (payload) => {
        const { from, ...news } = JSON.parse(payload) as ChatNews & { from: string };
        if (from !== workerId) deliver(news);
      })
    : undefined;

  const port: ChatPort = {
    workerId,
    publish(news) {
      deliver(news);
      if (isShared)
        void database.notify(CHAT_NEWS, JSON.stringify({ ...news, from: workerId })).catch(report);
    },
    follow(chatId, onNews) {
      const set = followers.get(chatId) ?? new Set();
      followers.set(chatId, set.add(onNews));
      return () => {
        set.delete(onNews);
        if (set.size === 0 && followers.get(chatId) === set) followers.delete(chatId);
      };
    },
    hash: (token) => createHmac('sha256', secret).update(token).digest('base64url'),
    sharedUrl: new URL('/shared/chat/', publicUrl).href,
    ownOrigins,
    visitorLimits: createVisitorLimits(),
    report,
  };
  return { port, close: async () => stop?.() };
}
