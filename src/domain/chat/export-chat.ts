import { markdownHead, markdownMessage } from '#core/chat/chat-markdown.ts';
import { stemOf } from '#core/task/contract/file-name.ts';
import type { ChatExport } from '#generated/model/index.ts';
import type { Domain } from '../domain.ts';
import { FileBody } from '../events.ts';
import { exported } from '../exports.ts';
import { invalidField } from '../problem.ts';
import { findChat } from './chat.service.ts';
import type { ChatRow } from './chat.tables.ts';
import { messageViews } from './message-views.ts';

const TYPES = {
  md: 'text/markdown; charset=utf-8',
  json: 'application/vnd.taskloom.chat+json; charset=utf-8',
} as const;
/** Messages whose place in the branch is looked up at once, and whose contents are read at once. */
const PATH_PAGE = 500;
const PAGE = 25;

/**
 * A chat as a file: one branch, oldest message first. It is read a page at a time, as fast as the client takes it.
 * @throws ProblemError 400 when the branch isn't in the chat, 404, 429 or 503 when there are too many exports
 */
export async function exportChat(
  domain: Pick<Domain, 'stores' | 'exports'>,
  chatId: string,
  { format, leafId }: { format: 'md' | 'json'; leafId?: string | undefined },
): Promise<FileBody> {
  const { stores, exports } = domain;
  const chat = await findChat(stores, chatId);
  const leaf = leafId ?? chat.last_message_id;
  const found =
    leaf === null ? undefined : await stores.chat.messages.find({ id: leaf, chat_id: chatId });
  if (leafId !== undefined && !found)
    throw invalidField('/query/leaf_id', 'This message is not in the chat');
  const pages = branchPages(domain, chatId, found?.id);
  const content = format === 'md' ? asMarkdown(chat, pages) : asJson(chat, pages);
  return new FileBody(
    `${stemOf(chat.title, 'chat')}.${format}`,
    TYPES[format],
    exported(exports, chat.org_id, content),
  );
}

type Pages = AsyncGenerator<Awaited<ReturnType<typeof messageViews>>>;

/** The messages from the first one to a leaf, in pages. Only their ids are all in memory. */
async function* branchPages(
  { stores }: Pick<Domain, 'stores'>,
  chatId: string,
  leafId: string | undefined,
): Pages {
  const ids: string[] = [];
  for (let next: string | null | undefined = leafId; next != null; ) {
    const path = await stores.chat.path(next, PATH_PAGE);
    ids.push(...path.map(({ id }) => id));
    next = path.at(-1)?.parent_id;
  }
  ids.reverse();
  for (let at = 0; at < ids.length; at += PAGE) {
    const rows = await stores.chat.messages.list({
      where: { id: { in: ids.slice(at, at + PAGE) }, chat_id: chatId },
      order: ['position'],
    });
    yield await messageViews(stores, rows);
  }
}

async function* asMarkdown(chat: ChatRow, pages: Pages): AsyncGenerator<string> {
  yield markdownHead(chat);
  for await (const messages of pages) yield messages.map(markdownMessage).join('');
}

async function* asJson({ title, config }: ChatRow, pages: Pages): AsyncGenerator<string> {
  const exported_at = new Date().toISOString();
  const head: Omit<ChatExport, 'messages'> = { title, exported_at, config };
  yield `${JSON.stringify(head).slice(0, -1)},"messages":[`;
  let separator = '';
  for await (const messages of pages) {
    yield separator + messages.map((message) => JSON.stringify(message)).join(',');
    separator = ',';
  }
  yield ']}';
}
