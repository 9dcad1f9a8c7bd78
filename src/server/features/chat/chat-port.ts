import { createHmac } from 'node:crypto';
import type { ChatNews, ChatPort } from '#domain/chat/chat.port.ts';
import { NewsFollowers } from '#domain/chat/news-followers.ts';
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
  const followers = new NewsFollowers();
  const isShared = database.kind === 'postgres';

  const stop = isShared
    ? await database.listen(CHAT_NEWS, (payload) => {
        const { from, ...news } = JSON.parse(payload) as ChatNews & { from: string };
        if (from !== workerId) followers.deliver(news);
      })
    : undefined;

  const port: ChatPort = {
    workerId,
    publish(news) {
      followers.deliver(news);
      if (isShared)
        void database.notify(CHAT_NEWS, JSON.stringify({ ...news, from: workerId })).catch(report);
    },
    follow: (chatId, onNews) => followers.follow(chatId, onNews),
    hash: (token) => createHmac('sha256', secret).update(token).digest('base64url'),
    sharedUrl: new URL('/shared/chat/', publicUrl).href,
    ownOrigins,
    visitorLimits: createVisitorLimits(),
    report,
  };
  return { port, close: async () => stop?.() };
}
