import { matchesBeginnings, searchWords } from '#core/chat/search-words.ts';
import type { ChatQuery, ChatScope, ChatStore } from '#domain/chat/chat.store.ts';
import type { ChatMessageRow, ChatRow } from '#domain/chat/chat.tables.ts';
import { kindOf } from '#domain/chat/chat-access.ts';
import type { ShareRow } from '#domain/share/share.tables.ts';
import type { MethodsOf } from '#domain/stores.ts';
import type { Store } from '../store.ts';

/** The named methods of the chat store. */
export function chatMethods(store: Store): MethodsOf<ChatStore> {
  const tables = () => store.data.tables;
  const shares = (): ShareRow[] => Object.values(tables().share);
  const messages = (): ChatMessageRow[] => Object.values(tables().chat_message);

  function pathTo(messageId: string, limit: number): ChatMessageRow[] {
    const path: ChatMessageRow[] = [];
    let next = tables().chat_message[messageId];
    while (next && path.length < limit) {
      path.push(next);
      next = next.parent_id === null ? undefined : tables().chat_message[next.parent_id];
    }
    return path;
  }

  return {
    async visible(scope, query) {
      const { after, limit, q, pinned, widgetId } = query;
      const isPinned = (id: string) => `${id} ${scope.ownerId}` in tables().chat_pin;
      return Object.values(tables().chat)
        .filter((chat) => isVisible(chat, shares(), scope, query.filter))
        .filter(({ widget_id }) => widgetId === undefined || widget_id === widgetId)
        .filter(({ id }) => pinned === undefined || isPinned(id) === pinned)
        .filter(
          ({ id, title }) =>
            matchesBeginnings(q, title) ||
            messages().some(({ chat_id, text }) => chat_id === id && matchesBeginnings(q, text)),
        )
        .sort((a, b) => compare(keyOf(b), keyOf(a)))
        .filter((chat) => !after || compare(keyOf(chat), `${after.at} ${after.id}`) < 0)
        .slice(0, limit)
        .map((chat) => structuredClone(chat));
    },

    async search(scope, { q, before, limit }) {
      if (searchWords(q).length === 0) return [];
      return messages()
        .flatMap((message) => {
          const chat = tables().chat[message.chat_id];
          return chat && isVisible(chat, shares(), scope, undefined) ? [{ message, chat }] : [];
        })
        .filter(({ message }) => matchesBeginnings(q, message.text))
        .sort((a, b) => compare(b.message.id, a.message.id))
        .filter(({ message }) => before === undefined || message.id < before)
        .slice(0, limit)
        .map(({ message: { id, chat_id, role, text, created_at }, chat }) => ({
          id,
          chat_id,
          role,
          text,
          created_at,
          chat_title: chat.title,
        }));
    },

    async path(messageId, limit) {
      return pathTo(messageId, limit).map(({ id, parent_id }) => ({ id, parent_id }));
    },

    async past(messageId, limit) {
      return structuredClone(pathTo(messageId, limit));
    },

    async attachmentsOf(ids) {
      return ids.flatMap((id) => {
        const row = tables().chat_attachment[id];
        if (!row) return [];
        const { chunks: _, ...shown } = row;
        return shown;
      });
    },

    async children(chatId, parentIds) {
      return messages()
        .filter(({ chat_id, parent_id }) => chat_id === chatId && parentIds.includes(parent_id))
        .sort((a, b) => a.position - b.position)
        .map(({ id, parent_id }) => ({ id, parent_id }));
    },

    async chatsUsing(projectId, collectionId) {
      return Object.values(tables().chat).filter(
        ({ project_id, kind, deleted_at, config }) =>
          project_id === projectId &&
          kind === 'chat' &&
          deleted_at === null &&
          config.type === 'collections' &&
          config.collection_ids?.includes(collectionId),
      ).length;
    },

    strayAttachments: async () => [],

    // In memory, they are deleted with what they refer to.
    deleteOrphans: async () => undefined,

    async conversationCounts(widgetIds) {
      const chats = Object.values(tables().chat).filter(
        ({ deleted_at, message_count }) => deleted_at === null && message_count > 0,
      );
      const count = (id: string) => chats.filter(({ widget_id }) => widget_id === id).length;
      return new Map(widgetIds.map((id) => [id, count(id)]));
    },
  };
}

function isVisible(
  chat: ChatRow,
  shares: readonly ShareRow[],
  scope: ChatScope,
  filter: ChatQuery['filter'],
): boolean {
  const { projectId, isMember } = scope;
  const { isOwn, isShared } = viewOf(chat, shares, scope);
  const seen = {
    mine: isOwn,
    shared: !isOwn && isShared,
    widget: isMember && chat.message_count > 0,
    deleted: isOwn,
    assistant: isOwn,
  };
  return (
    chat.project_id === projectId &&
    chat.kind === kindOf(filter) &&
    (chat.deleted_at !== null) === (filter === 'deleted') &&
    (filter ? seen[filter] : isOwn || isShared)
  );
}

/** Whether a member of the project may view a chat, of whatever kind. */
export function isViewableBy(store: Pick<Store, 'data'>, ownerId: string, chat: ChatRow): boolean {
  const shares = Object.values(store.data.tables.share);
  const { isOwn, isShared } = viewOf(chat, shares, { ownerId, isMember: true });
  return chat.deleted_at === null && (isOwn || isShared);
}

function viewOf(
  chat: ChatRow,
  shares: readonly ShareRow[],
  { ownerId, isMember }: Pick<ChatScope, 'ownerId' | 'isMember'>,
) {
  const now = new Date().toISOString();
  const isWithPerson = shares.some(
    ({ chat_id, user_id, expires_at }) =>
      chat_id === chat.id && user_id === ownerId && (expires_at === null || expires_at > now),
  );
  const isForAudience = isMember ? chat.audience !== 'private' : chat.audience === 'organization';
  return { isOwn: isMember && chat.owner_id === ownerId, isShared: isWithPerson || isForAudience };
}

function keyOf({ last_message_at, id }: ChatRow): string {
  return `${last_message_at} ${id}`;
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
