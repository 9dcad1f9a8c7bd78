import { type SQL, sql } from 'drizzle-orm';
import type { ChatQuery, ChatScope } from '#domain/chat/chat.store.ts';
import { chat } from '#domain/chat/chat.tables.ts';
import { kindOf } from '#domain/chat/chat-access.ts';
import { ownIn, sharedIn } from '../../db/viewable-chats.ts';

/** The chats that the caller may view, without those of other kinds. */
export function ofScope(scope: ChatScope, filter: ChatQuery['filter']): SQL {
  const { projectId, isMember } = scope;
  const own = ownIn(scope);
  const shared = sharedIn(scope);
  const kind = kindOf(filter);
  const seen = {
    mine: own,
    shared: sql`(not ${own} and ${shared})`,
    widget: isMember ? sql`${chat.message_count} > 0` : sql`false`,
    deleted: own,
    assistant: own,
  };
  const deleted =
    filter === 'deleted' ? sql`${chat.deleted_at} is not null` : sql`${chat.deleted_at} is null`;
  const visible = filter ? seen[filter] : sql`(${own} or ${shared})`;
  return sql`${chat.project_id} = ${projectId} and ${chat.kind} = ${kind} and ${deleted} and ${visible}`;
}
