import { can, canInOrg, type PermissionName } from '#core/access/permissions.ts';
import type {
  OrgPermission,
  PermissionLevel,
  ResourcePermission,
  ResourceType,
  Role,
} from '#generated/model/index.ts';
import {
  type Params,
  programMay,
  type RunPlaces,
  requireReach,
  requireScopes,
  requireWholeProject,
} from './access/reach.ts';
import type { OperationFacts, PermissionRule } from './call.ts';
import { type ChatOwnership, permissionsOn } from './chat/chat-access.ts';
import { chatDenied, chatNotFound } from './chat/chat-refusals.ts';
import {
  type Access,
  NOWHERE,
  type Principal,
  type Program,
  type UserPrincipal,
} from './principal.ts';
import { notFound, ProblemError } from './problem.ts';

/** A person's roles in an organisation and in one project of it. */
export interface Standing {
  orgRole: Role | null;
  /** Includes the role inherited from the organisation; null without a project. */
  projectRole: Role | null;
  /** Whether the project belongs to this organisation. */
  projectExists: boolean;
  /** Whether they may see the organisation: they have a role in it or in one of its projects. */
  seesOrg: boolean;
}

/** Where roles are looked up: from a cache on the server, from tables in the mocks. */
export interface StandingPort extends RunPlaces {
  /** Undefined if the organisation does not exist. */
  of(userId: string, orgId: string, projectId?: string): Promise<Standing | undefined>;
  /** The project of a resource; undefined if the resource does not exist. */
  projectOf(type: ResourceType, id: string): Promise<string | undefined>;
  /** What decides who may view a chat; undefined if it does not exist. Never outdated. */
  chatOf(id: string): Promise<ChatOwnership | undefined>;
}

/** A change that makes cached access data outdated. */
export interface AccessChange {
  org?: string;
  project?: string;
  user?: string;
  apiKey?: string;
  /** An OAuth client, or what it may do, has changed. */
  client?: string;
  /** What a person allowed an app has changed. */
  grant?: string;
  task?: string;
  collection?: string;
  /** A person's sessions ended, or their name or address changed. */
  identity?: string;
}

type Rule = Exclude<PermissionRule, string>;

/**
 * The one permission check, based on the contract's `x-permission`. It runs before the body is read. What the
 * caller may not see responds with 404; what they may see but not do, with 403.
 * @param onAccess called as soon as the caller's roles are known, even if the request is then rejected
 * @throws ProblemError 404 or 403
 */
export async function authorise(
  standing: StandingPort,
  operation: Pick<OperationFacts, 'permission' | 'scopes'>,
  params: Params,
  principal: Principal,
  onAccess: (access: Access) => void,
): Promise<void> {
  const { permission } = operation;
  if (typeof permission === 'string') {
    requirePlainIds(params);
    return onAccess(NOWHERE);
  }
  if (principal.type === 'visitor') throw notFound();
  const access = await accessTo(standing, permission, params, principal);
  onAccess(access);
  if (principal.type === 'oauth_client') requireScopes(operation, principal);
  if (permission.level === 'chat') {
    const { chatId = '', projectId } = params;
    const { name } = permission;
    authoriseChat(await standing.chatOf(chatId), { projectId, name, principal, access });
    return;
  }
  for (const [type, id] of [
    ['task', params.taskId],
    ['collection', params.collectionId],
  ] as const) {
    if (id === undefined) continue;
    if ((await standing.projectOf(type, id)) !== params.projectId) throw notFound();
  }
  if (!allows(access, permission.level, permission.name)) throw forbidden(permission);
}

/**
 * The caller's roles at a place.
 * @throws ProblemError 404 when they may not see it
 */
export async function accessTo(
  standing: StandingPort,
  permission: Rule,
  params: Params,
  principal: UserPrincipal | Program,
): Promise<Access> {
  requirePlainIds(params);
  return principal.type === 'user'
    ? personAccess(standing, principal, permission, params)
    : programAccess(standing, principal, permission, params);
}

async function personAccess(
  standing: StandingPort,
  principal: UserPrincipal,
  rule: Rule,
  { orgId = '', projectId }: Params,
): Promise<Access> {
  const found = await standing.of(principal.userId, orgId, projectId);
  if (!found?.seesOrg) throw notFound();
  // A chat can be shared with the whole organisation.
  const isInside = rule.level === 'chat' ? found.projectExists : found.projectRole !== null;
  if (rule.level !== 'organization' && !isInside) throw notFound();
  return { orgRole: found.orgRole, projectRole: found.projectRole };
}

/**
 * The same for a chat, which not everybody in its project may view.
 * @throws ProblemError 404, 403
 */
export function authoriseChat(
  chat: ChatOwnership | undefined,
  {
    projectId,
    name,
    principal,
    access,
  }: {
    projectId: string | undefined;
    name: ResourcePermission;
    principal: Principal;
    access: Access;
  },
): void {
  if (!chat || chat.project_id !== projectId) throw chatNotFound();
  const permissions = permissionsOn(chat, principal, access);
  if (permissions.includes(name)) return;
  if (permissions.length > 0) throw forbidden({ level: 'chat', name });
  throw access.projectRole === null ? chatNotFound() : chatDenied();
}

/** A program is a member of its project, and of nothing else, and only as long as the person is who allowed it. */
async function programAccess(
  standing: StandingPort,
  program: Program,
  rule: Rule,
  params: Params,
): Promise<Access> {
  const { orgId, projectId } = params;
  if (orgId !== program.orgId || projectId !== program.projectId) throw notFound();
  if (program.type === 'oauth_client' && program.userId !== null) {
    const found = await standing.of(program.userId, program.orgId, program.projectId);
    if (!found?.projectRole) throw notFound();
  }
  await requireReach(standing, params, program);
  if (isAboutWhole(rule, params)) requireWholeProject(program);
  return { orgRole: null, projectRole: 'member' };
}

/** Whether an operation concerns more than one task, collection or run. Permission tests are always allowed. */
function isAboutWhole({ level, name }: Rule, { runId, resourceType }: Params): boolean {
  if (level === 'chat' || resourceType === 'chat') return true;
  return level === 'project' && name !== 'view_members' && runId === undefined;
}

/** What a permission test tells: whether the guard would let the caller do it. */
export function mayCaller<L extends PermissionLevel>(
  principal: Principal,
  access: Access,
  level: L,
  name: PermissionName<L>,
): boolean {
  if (!allows(access, level, name)) return false;
  if (principal.type !== 'api_key' && principal.type !== 'oauth_client') return true;
  const isWhole = level === 'project' || level === 'chat';
  if (isWhole && principal.resources !== null) return false;
  return programMay(principal, { level, name } as Rule);
}

/** Whether a permission is among someone's, which the guard enforces and permission tests tell. */
export function allows<L extends PermissionLevel>(
  { orgRole, projectRole }: Access,
  level: L,
  name: PermissionName<L>,
): boolean {
  return level === 'organization'
    ? canInOrg(orgRole, name as OrgPermission)
    : can(level, projectRole, name);
}

/**
 * Requires permissions that depend on what is asked for, such as those to change someone's role.
 * @throws ProblemError 403
 */
export function requireAll<L extends PermissionLevel>(
  access: Access,
  level: L,
  names: readonly PermissionName<L>[],
): void {
  const missing = names.find((name) => !allows(access, level, name));
  if (missing !== undefined) throw forbidden({ level, name: missing });
}

function forbidden({ level, name }: { level: PermissionLevel; name: string }): ProblemError {
  return new ProblemError(
    'forbidden',
    `You don't have the permission ${name} on this ${level}. Ask an owner for access.`,
  );
}

/**
 * Ids consist of letters, digits, `_` and `-`; anything else cannot exist and needs no query.
 * @throws ProblemError 404
 */
function requirePlainIds(params: Params): void {
  for (const value of Object.values(params))
    if (!/^[\w-]{1,64}$/.test(value ?? '')) throw notFound();
}
