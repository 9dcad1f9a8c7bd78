import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import { beginningPattern, searchWords } from '#core/chat/search-words.ts';
import type { ChatStore, PastMessageRow } from '#domain/chat/chat.store.ts';
import { type ChatRow, chat, chatAttachment, chatMessage } from '#domain/chat/chat.tables.ts';
import type { MethodsOf } from '#domain/stores.ts';
import type { Db, Tx } from '../../db/client.ts';
import { deleteOrphans, sweptReferences } from '../../db/deletion/orphans.ts';
import { ofScope } from './chat-scope.repository.ts';
import { said, searchMessages } from './chat-search.repository.ts';

/** Chats first: their messages are found when they are gone. */
const REFERENCES = sweptReferences(['visitor', 'chat', 'chat_message']);

/** The methods of the chat store that tables can't express. */
export function chatMethods(db: Db | Tx): MethodsOf<ChatStore> {
  return {
    async visible(scope, query) {
      const { after, limit, q, pinned, widgetId } = query;
      const words = searchWords(q);
      const conditions = [
        ofScope(scope, query.filter),
        widgetId === undefined ? undefined : sql`${chat.widget_id} = ${widgetId}`,
        pinned === undefined ? undefined : sql`${isPinnedBy(scope.ownerId)} = ${pinned}`,
        after && sql`(${chat.last_message_at}, ${chat.id}) < (${after.at}, ${after.id})`,
        words.length > 0
          ? sql`(${titled(words)} or ${await said(db, words, scope.projectId)})`
          : undefined,
      ].filter((condition) => condition !== undefined);
      return db
        .select()
        .from(chat)
        .where(sql.join(conditions, sql` and `))
        .orderBy(sql`${chat.last_message_at} desc, ${chat.id} desc`)
        .limit(limit) as Promise<ChatRow[]>;
    },

    search: searchMessages(db),

    path: (messageId, limit) => pathTo(db, messageId, limit),

    async past(messageId, limit) {
      const path = await pathTo(db, messageId, limit);
      if (path.length === 0) return [];
      const { id, parent_id, role, text, inputs, attachment_ids, summary } = chatMessage;
      return db
        .select({ id, parent_id, role, text, inputs, attachment_ids, summary })
        .from(chatMessage)
        .where(sql`${chatMessage.id} in ${path.map((one) => one.id)}`)
        .orderBy(sql`${chatMessage.position} desc`) as Promise<PastMessageRow[]>;
    },

    async attachmentsOf(ids) {
      if (ids.length === 0) return [];
      const { chunks: _, ...columns } = getTableColumns(chatAttachment);
      return db
        .select(columns)
        .from(chatAttachment)
        .where(sql`${chatAttachment.id} in ${[...ids]}`);
    },

    async children(chatId, parentIds) {
      if (parentIds.length === 0) return [];
      const ids = parentIds.filter((id) => id !== null);
      const isChild = [
        ...(ids.length > 0 ? [sql`${chatMessage.parent_id} in ${ids}`] : []),
        ...(parentIds.includes(null) ? [sql`${chatMessage.parent_id} is null`] : []),
      ];
      return db
        .select({ id: chatMessage.id, parent_id: chatMessage.parent_id })
        .from(chatMessage)
        .where(sql`${chatMessage.chat_id} = ${chatId} and (${sql.join(isChild, sql` or `)})`)
        .orderBy(chatMessage.position);
    },

    async chatsUsing(projectId, collectionId) {
      const { rows } = await db.execute<{ chats: number }>(sql`
        select count(*)::int as chats from chat
        where project_id = ${projectId} and kind = 'chat' and deleted_at is null
          and (config -> 'collection_ids') ? ${collectionId} and config ->> 'type' = 'collections'`);
      return rows[0]?.chats ?? 0;
    },

    async strayAttachments(limit) {
      const { rows } = await db.execute<{ id: string; file: string | null }>(sql`
        select id, file from chat_attachment attached
        where not exists (select from chat where chat.id = attached.chat_id) limit ${limit}`);
      return rows;
    },

    async deleteOrphans(signal) {
      for (const reference of REFERENCES)
        for await (const _ of deleteOrphans(db, reference, { now: new Date(), signal }));
    },

    async conversationCounts(widgetIds) {
      if (widgetIds.length === 0) return new Map();
      const { rows } = await db.execute<{ widget_id: string; chats: number }>(sql`
        select widget_id, count(*)::int as chats from chat
        where widget_id in ${[...widgetIds]} and deleted_at is null and message_count > 0
        group by widget_id`);
      return new Map(rows.map(({ widget_id, chats }) => [widget_id, chats]));
    },
  };
}

/** A message and those that it follows, newest first. */
async function pathTo(db: Db | Tx, messageId: string, limit: number) {
  const { rows } = await db.execute<{ id: string; parent_id: string | null }>(sql`
    with recursive path as (
      select id, parent_id, 1 as depth from chat_message where id = ${messageId}
      union all
      select m.id, m.parent_id, p.depth + 1 from path p join chat_message m on m.id = p.parent_id
      where p.depth < ${limit})
    select id, parent_id from path order by depth`);
  return rows;
}

function isPinnedBy(userId: string): SQL {
  return sql`exists (select from chat_pin where chat_pin.chat_id = ${chat.id} and chat_pin.user_id = ${userId})`;
}

/** Whether all words begin a word of the title. There is no index, but titles are short. */
function titled(words: readonly string[]): SQL {
  const conditions = words.map((word) => sql`${chat.title} ~* ${beginningPattern(word)}`);
  return sql.join(conditions, sql` and `);
}
