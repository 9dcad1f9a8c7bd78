import type { ChatAudience, ResourcePermission, Role } from '#generated/model/index.ts';
import { permissionsOf } from './permissions.ts';

/** What decides someone's permissions on a chat. */
export interface ChatStanding {
  isOwner: boolean;
  audience: ChatAudience;
  orgRole: Role | null;
  /** Includes the role inherited from the organisation. */
  projectRole: Role | null;
}

/**
 * What someone may do with a chat. Its owner may do everything, as long as they belong to the project. A chat shared
 * with the project can be read and continued by all of its members and changed by its editors; one shared with the
 * organisation can be read by the others, too.
 */
export function chatPermissions({
  isOwner,
  audience,
  orgRole,
  projectRole,
}: ChatStanding): ResourcePermission[] {
  if (isOwner && projectRole !== null) return permissionsOf('chat', 'owner');
  if (audience === 'private') return [];
  if (projectRole !== null) return permissionsOf('chat', projectRole);
  return audience === 'organization' && orgRole !== null ? ['view'] : [];
}
