import { toBase64Url } from '#core/base64url.ts';
import { newId } from '#core/ids.ts';
import { toTime } from '#core/time.ts';
import type {
  ChatLink,
  ChatLinkCreate,
  ChatLinkCreated,
  ChatLinkList,
  SharedChat,
  SharedChatMessageList,
} from '#generated/model/index.ts';
import type { Domain } from '../domain.ts';
import { listViews, type PageQuery } from '../paging.ts';
import { actorOf, createdNow, type Principal } from '../principal.ts';
import { invalidField, mustFind, notFound, ProblemError } from '../problem.ts';
import { asView } from '../view.ts';
import { findChat } from './chat.service.ts';
import type { ChatLinkRow, ChatMessageRow, ChatRow } from './chat.tables.ts';
import { sourcesOf } from './chat-views.ts';
import { siblingIdsOf } from './message-views.ts';

/** Public links per chat. Expired ones count until they are revoked. */
const LINKS_MAX = 20;
const TOKEN_PREFIX = 's_';
const TOKEN_BYTES = 32;
/** How precise the time of the last view is. Most views write nothing. */
const VIEWED_MS = 60_000;

/** Public links to chats, and what their readers see. */
export function createChatLinkService({
  stores,
  chat: port,
  apiUrl,
}: Pick<Domain, 'stores' | 'chat' | 'apiUrl'>) {
  const { links, messages } = stores.chat;

  /** @throws ProblemError 404 when the link expired or was revoked, or the chat was deleted */
  async function open(token: string): Promise<{ link: ChatLinkRow; chat: ChatRow }> {
    const link = await mustFind(links.find({ hash: port.hash(token) }));
    if (link.expires_at !== null && toTime(link.expires_at) <= Date.now()) throw notFound();
    const chat = await stores.chat.chats.find({ id: link.chat_id, deleted_at: null });
    // What a deleted project leaves behind is swept later.
    if (!chat || !(await stores.project.projects.find({ id: chat.project_id }))) throw notFound();
    noteView(link);
    return { link, chat };
  }

  /** Not awaited: readers don't wait for it, and a lost one does no harm. */
  function noteView({ id, last_viewed_at }: ChatLinkRow): void {
    const now = Date.now();
    if (last_viewed_at !== null && now - toTime(last_viewed_at) < VIEWED_MS) return;
    // Of simultaneous readers, the first writes.
    const change = { last_viewed_at: new Date(now).toISOString() };
    void links.change({ id, last_viewed_at }, change).catch(port.report);
  }

  return {
    async list(chatId: string): Promise<ChatLinkList> {
      await findChat(stores, chatId);
      const rows = await links.list({
        where: { chat_id: chatId },
        order: ['id'],
        descending: true,
      });
      return { results: rows.map(toLink), pagination: { has_next: false, next_cursor: null } };
    },

    /** @throws ProblemError 400 when it would already have expired, 409 `limit_reached` */
    async create(chatId: string, body: ChatLinkCreate, by: Principal): Promise<ChatLinkCreated> {
      const { expires_at } = body;
      if (expires_at !== null && toTime(expires_at) <= Date.now())
        throw invalidField('/expires_at', 'Choose a time in the future');
      const token = TOKEN_PREFIX + toBase64Url(crypto.getRandomValues(new Uint8Array(TOKEN_BYTES)));
      const row: ChatLinkRow = {
        id: newId('link'),
        chat_id: chatId,
        hash: port.hash(token),
        ...createdNow(actorOf(by)),
        expires_at: expires_at === null ? null : new Date(toTime(expires_at)).toISOString(),
        last_viewed_at: null,
      };
      await stores.transaction(async (inner) => {
        await findChat(inner, chatId, { lock: true });
        if ((await inner.chat.links.count({ chat_id: chatId })) >= LINKS_MAX)
          throw new ProblemError(
            'limit_reached',
            `A chat can have at most ${LINKS_MAX} public links. Revoke one first.`,
          );
        await inner.chat.links.insert(row);
      });
      // In the mocks, the address is relative to wherever the console is.
      return { link: toLink(row), url: new URL(port.sharedUrl + token, apiUrl).href };
    },

    async revoke({ id }: ChatLinkRow): Promise<void> {
      if ((await links.delete({ id })) === 0) throw notFound();
    },

    async shared(token: string): Promise<SharedChat> {
      const { link, chat } = await open(token);
      const { title, created_at, last_message_at } = chat;
      return { title, created_at, last_message_at, expires_at: link.expires_at };
    },

    /** Newest first. */
    async sharedMessages(token: string, query: PageQuery): Promise<SharedChatMessageList> {
      const { chat } = await open(token);
      const options = {
        where: { chat_id: chat.id },
        order: ['position'] as const,
        descending: true,
      };
      return listViews(messages, options, query, async (rows) => {
        const siblings = await siblingIdsOf(stores, rows);
        return rows.map((row) => toSharedMessage(row, siblings(row)));
      });
    },
  };
}

function toLink(row: ChatLinkRow): ChatLink {
  return asView('ChatLink', row);
}

function toSharedMessage(row: ChatMessageRow, sibling_ids: string[]) {
  return asView('SharedChatMessage', row, {
    sibling_ids,
    author_name: row.role === 'user' ? row.author_name : (row.model_id ?? ''),
    // A task's inputs are what was said.
    text: row.inputs === null ? row.text : JSON.stringify(row.inputs, null, 2),
    sources: sourcesOf(row.citations, row.passages),
  });
}
