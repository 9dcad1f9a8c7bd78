import { chatPermissions } from '#core/access/chat-permissions.ts';
import type { ResourcePermission } from '#generated/model/index.ts';
import { type Access, type Principal, type PrincipalKey, principalId } from '../principal.ts';
import type { ChatQuery, ChatScope } from './chat.store.ts';
import type { ChatRow } from './chat.tables.ts';

/** What decides who may view a chat. */
export type ChatOwnership = Pick<ChatRow, 'id' | 'project_id' | 'owner_id' | 'audience'>;

/** What the caller may do with a chat: by their role, as its owner, and by what is shared with them. */
export function permissionsOn(
  { id, owner_id, audience }: ChatOwnership,
  principal: PrincipalKey,
  { orgRole, projectRole, shared }: Access,
): ResourcePermission[] {
  const isOwner = owner_id === principalId(principal);
  const held = chatPermissions({ isOwner, audience, orgRole, projectRole });
  return shared?.id === id ? [...new Set([...held, ...shared.permissions])] : held;
}

/** The chats of a project that the caller may list. */
export function scopeOf(projectId: string, principal: Principal, access: Access): ChatScope {
  return {
    projectId,
    ownerId: principalId(principal),
    isMember: access.projectRole !== null,
  };
}

/** The kind of chats that a list contains. */
export function kindOf(filter: ChatQuery['filter']): ChatRow['kind'] {
  return filter === 'widget' || filter === 'assistant' ? filter : 'chat';
}
