import { effectiveRole } from '#core/access/permissions.ts';
import type { Role } from '#generated/model/index.ts';
import type { Standing } from '../authorise.ts';
import type { ChatRow } from '../chat/chat.tables.ts';
import { permissionsOn } from '../chat/chat-access.ts';
import type { Domain } from '../domain.ts';
import type { Access, Principal, UserPrincipal } from '../principal.ts';
import type { Stores } from '../stores.ts';
import { sharedOf } from './shared-of.ts';

/** Who reads: the caller of an operation, and their roles at its path. */
export interface Reader {
  principal: Principal;
  access: Access;
}

/** The projects of an organisation that somebody sees. */
export interface VisibleProjects {
  /** Undefined for all of them. */
  ids: readonly string[] | undefined;
  /** Their role in one of them, with what they inherit from the organisation. */
  roleIn(projectId: string): Role | null;
}

/**
 * The projects of an organisation that a reader sees: all with a role in the organisation, otherwise those in which
 * they have one. Everything that gathers over projects asks here.
 */
export async function visibleProjects(
  { project }: Pick<Stores, 'project'>,
  { principal, access: { orgRole } }: Reader,
): Promise<VisibleProjects> {
  if (principal.type !== 'user') return { ids: [], roleIn: () => null };
  const where = { user_id: principal.userId };
  const own = await project.members.list({ where, order: ['project_id'] });
  const roles = new Map(own.map(({ project_id, role }) => [project_id, role]));
  const roleIn = (id: string) => effectiveRole(orgRole, roles.get(id) ?? null);
  if (orgRole !== null) return { ids: undefined, roleIn };
  // Without those that have been deleted.
  const live = await project.projects.list({ where: { id: { in: [...roles.keys()] } } });
  return { ids: live.map(({ id }) => id), roleIn };
}

/** The condition that keeps rows to visible projects; nothing if that is all of them. */
export function within<Column extends string>(
  { ids }: VisibleProjects,
  column: Column,
): { [Key in Column]?: { in: readonly string[] } } {
  return (ids === undefined ? {} : { [column]: { in: ids } }) as never;
}

/** What a person may do in a project, and with one thing in it. Undefined if the project doesn't exist. */
export function accessAt(found: Standing | undefined, thingId?: string): Access | undefined {
  if (!found?.projectExists) return undefined;
  const { orgRole, projectRole, shares } = found;
  const shared = thingId === undefined ? undefined : sharedOf(shares, thingId);
  return { orgRole, projectRole, ...(shared && { shared }) };
}

/** Who views: of a person, their ID is enough. */
type Viewer = Exclude<Principal, UserPrincipal> | Pick<UserPrincipal, 'type' | 'userId'>;

/** Whether somebody may view a chat now, by the rule of the guard. Nobody views a deleted one. */
export async function canViewChat(
  { standing }: Pick<Domain, 'standing'>,
  principal: Viewer,
  chat: ChatRow | undefined,
): Promise<boolean> {
  if (!chat || chat.deleted_at !== null || principal.type === 'visitor') return false;
  const { org_id, project_id } = chat;
  if (principal.type !== 'user') {
    const isTheirs = project_id === principal.projectId && principal.resources === null;
    const access = { orgRole: null, projectRole: 'member' } as const;
    return isTheirs && permissionsOn(chat, principal, access).includes('view');
  }
  const access = accessAt(await standing.of(principal.userId, org_id, project_id), chat.id);
  return access !== undefined && permissionsOn(chat, principal, access).includes('view');
}

/** Which of some chats somebody may view now. */
export async function viewableChats(
  domain: Pick<Domain, 'standing' | 'stores'>,
  principal: Viewer,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const where = { id: { in: [...new Set(ids)] } };
  const chats = ids.length === 0 ? [] : await domain.stores.chat.chats.list({ where });
  const viewable = new Set<string>();
  for (const chat of chats) if (await canViewChat(domain, principal, chat)) viewable.add(chat.id);
  return viewable;
}
