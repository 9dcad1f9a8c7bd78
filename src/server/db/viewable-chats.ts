import { type SQL, sql } from 'drizzle-orm';
import type { ChatScope } from '#domain/chat/chat.store.ts';
import { chat } from '#domain/chat/chat.tables.ts';
import { share } from '#domain/share/share.tables.ts';

/** Whether a member of the project may view a chat, of whatever kind. */
export function viewableBy(ownerId: string): SQL {
  const scope = { ownerId, isMember: true };
  return sql`(${chat.deleted_at} is null and (${ownIn(scope)} or ${sharedIn(scope)}))`;
}

type Who = Pick<ChatScope, 'ownerId' | 'isMember'>;

/** Whoever has left the project no longer owns a chat there. */
export function ownIn({ ownerId, isMember }: Who): SQL {
  return isMember ? sql`${chat.owner_id} = ${ownerId}` : sql`false`;
}

/** Whether a chat is shared with somebody. */
export function sharedIn({ ownerId, isMember }: Who): SQL {
  const withPerson = sql`exists (select 1 from ${share} where ${share.chat_id} = ${chat.id}
    and ${share.user_id} = ${ownerId} and (${share.expires_at} is null or ${share.expires_at} > now()))`;
  const audience = isMember
    ? sql`${chat.audience} <> 'private'`
    : sql`${chat.audience} = 'organization'`;
  return sql`(${audience} or ${withPerson})`;
}
