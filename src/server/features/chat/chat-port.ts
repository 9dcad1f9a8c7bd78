import { createHmac } from 'node:crypto';
import type { ChatNews, ChatPort } from '#domain/chat/chat.port.ts';
import { NewsFollowers } from '#domain/chat/news-followers.ts';
import { createVisitorLimits } from '#domain/chat/widget/visitor-limits.ts';
import { ownOrigins } from '../../http/security.ts';
import type { Platform } from '../../platform.ts';

/** On PostgreSQL: tells the other nodes what happened in a chat. The payload is `ChatNews` and its node. */
const CHAT_NEWS = 'chat_news';

/** News reach followers in this process at once, and those on other nodes by NOTIFY. */
export async function createChatPort({
  database,
  presence: { id: workerId },
  secrets,
  settings,
  ...platform
}: Pick<Platform, 'database' | 'presence' | 'secrets' | 'settings' | 'report'>) {
  const report = platform.report('chats');
  // Tokens are random, so a fast hash is enough.
  const secret = secrets.key('chat');
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
    sharedUrl: new URL('/shared/chat/', settings.PUBLIC_URL).href,
    ownOrigins: ownOrigins(settings),
    visitorLimits: createVisitorLimits(),
    report,
  };
  return { port, close: async () => stop?.() };
}
