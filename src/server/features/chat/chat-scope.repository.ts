import { type SQL, sql } from 'drizzle-orm';
import type { ChatQuery, ChatScope } from '#domain/chat/chat.store.ts';
import { kindOf } from '#domain/chat/chat-access.ts';
import { chat } from '../../db/schema/chat.ts';
import { share } from '../../db/schema/share.ts';

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

/** Whether a member of the project may view a chat, of whatever kind. */
export function viewableBy(ownerId: string): SQL {
  const scope = { ownerId, isMember: true };
  return sql`(${chat.deleted_at} is null and (${ownIn(scope)} or ${sharedIn(scope)}))`;
}

type Who = Pick<ChatScope, 'ownerId' | 'isMember'>;

/** Whoever has left the project no longer owns a chat there. */
function ownIn({ ownerId, isMember }: Who): SQL {
  return isMember ? sql`${chat.owner_id} = ${ownerId}` : sql`false`;
}

function sharedIn({ ownerId, isMember }: Who): SQL {
  const withPerson = sql`exists (select 1 from ${share} where ${share.chat_id} = ${chat.id}
    and ${share.user_id} = ${ownerId} and (${share.expires_at} is null or ${share.expires_at} > now()))`;
  const audience = isMember
    ? sql`${chat.audience} <> 'private'`
    : sql`${chat.audience} = 'organization'`;
  return sql`(${audience} or ${withPerson})`;
}
