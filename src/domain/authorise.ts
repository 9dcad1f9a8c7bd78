import { can, type PermissionName, permissionsOf } from '#core/access/permissions.ts';
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
import { type SharedWith, sharedOf } from './access/shared-of.ts';
import type { Operation, PermissionRule } from './call.ts';
import { type ChatOwnership, permissionsOn } from './chat/chat-access.ts';
import { chatDenied, chatNotFound } from './chat/chat-refusals.ts';
import {
  type Access,
  NOWHERE,
  type Principal,
  type Program,
  type ThingAccess,
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
  /** What is shared with them in the project, one by one. */
  shares: readonly SharedWith[];
}

/** A thing that permissions apply to. */
interface Thing {
  type: ResourceType;
  id: string;
}

/** Where roles are looked up: from a cache on the server, from tables in the mocks. */
export interface StandingPort extends RunPlaces {
  /** Undefined if the organisation does not exist. */
  of(userId: string, orgId: string, projectId?: string): Promise<Standing | undefined>;
  /** The project of a task or collection; undefined if it does not exist. */
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
  operation: Pick<Operation, 'permission' | 'scopes'>,
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
  const place = { ...params, principal, access };
  const isOfThing = permission.level !== 'organization' && permission.level !== 'project';
  for (const thing of thingsIn(params)) {
    const held = await permissionsAt(standing, thing, place);
    if (isOfThing && !held.includes(permission.name))
      throw forbidden({ level: thing.type, name: permission.name });
  }
  if (isOfThing || isRunOfGuest(permission, params, access) || isForGuests(permission, access))
    return;
  if (!allows(access, permission.level, permission.name)) throw forbidden(permission);
}

/** The tasks, collections and chats that a path names. */
function thingsIn({ taskId, collectionId, chatId, resourceType, id }: Params): Thing[] {
  const things: Thing[] = [];
  if (taskId !== undefined) things.push({ type: 'task', id: taskId });
  if (collectionId !== undefined) things.push({ type: 'collection', id: collectionId });
  if (chatId !== undefined) things.push({ type: 'chat', id: chatId });
  if (resourceType !== undefined && id !== undefined)
    things.push({ type: resourceType as ResourceType, id });
  return things;
}

/**
 * All that the caller may do with a thing: by their role, as the owner of a chat, and by what is shared with them. The
 * guard and permission tests both ask here.
 * @throws ProblemError 404 when they may not see it; 403 for a chat of their project that isn't shared with them
 */
export async function permissionsAt(
  standing: StandingPort,
  thing: Thing,
  place: { projectId?: string; principal: Principal; access: Access },
): Promise<ResourcePermission[]> {
  const { projectId, principal, access } = place;
  if (thing.type === 'chat') {
    const chat = await standing.chatOf(thing.id);
    return requireChat(chat, { projectId, principal, access });
  }
  const isHere = (await standing.projectOf(thing.type, thing.id)) === projectId;
  const held = isHere ? permissionsOf(thing.type, access.projectRole) : [];
  const names = isHere ? [...new Set([...held, ...sharedIn(access, thing.id)])] : [];
  if (!names.includes('view')) throw notFound();
  return names;
}

/** What is shared with the caller of a thing. */
function sharedIn({ shared }: Access, id: string): readonly ResourcePermission[] {
  return shared?.id === id ? shared.permissions : [];
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
  params: Params,
): Promise<Access> {
  const { orgId = '', projectId } = params;
  const found = await standing.of(principal.userId, orgId, projectId);
  if (!found) throw notFound();
  const { orgRole, projectRole, projectExists, seesOrg } = found;
  // Rules of an organisation may be about one of its projects.
  if (projectId !== undefined && !projectExists) throw notFound();
  const roles = { orgRole, projectRole };
  // Guests of things see nothing else of an organisation or project, not even its name.
  const shared = await sharedThing(standing, found, params, principal);
  if (shared && (rule.level !== 'project' || params.runId !== undefined))
    return { ...roles, shared };
  if (!seesOrg) {
    // A connection to chats is opened before a chat is.
    const isConnection = rule.level === 'chat' && params.chatId === undefined;
    if (isConnection && found.shares.length > 0) return roles;
    throw notFound();
  }
  if (rule.level === 'organization') return roles;
  // A chat can be shared with the whole organisation.
  const isChat = rule.level === 'chat' || params.resourceType === 'chat';
  if (!isChat && projectRole === null) throw notFound();
  return roles;
}

/** What is shared with a person of the one thing that a path is about: also the task of a run that is theirs. */
async function sharedThing(
  standing: StandingPort,
  { shares, projectRole }: Standing,
  params: Params,
  { userId }: UserPrincipal,
): Promise<ThingAccess | undefined> {
  if (shares.length === 0) return undefined;
  const { runId } = params;
  const [id] = thingsIn(params).map((thing) => thing.id);
  if (runId !== undefined && projectRole === null) {
    const run = await standing.runOf(runId);
    if (!run || (await standing.projectOf('task', run.task_id)) !== params.projectId)
      return undefined;
    // Who may not change the task sees only what they ran themselves.
    const shared = sharedOf(shares, run.task_id);
    const needed = run.caller_id === userId ? 'run' : 'edit';
    return shared?.permissions.includes(needed) ? shared : undefined;
  }
  return id === undefined ? undefined : sharedOf(shares, id);
}

/** Whether an organisation's guest, who has passed `accessTo`, may call an operation without a role. */
function isForGuests(rule: Rule, { orgRole }: Access): boolean {
  return rule.level === 'organization' && rule.guests === true && orgRole === null;
}

/** Whether an operation is about a run that a guest of its task may see. Those of members need no task. */
function isRunOfGuest({ level, name }: Rule, { runId }: Params, access: Access): boolean {
  const isOfRun = level === 'project' && name === 'run_task' && runId !== undefined;
  return isOfRun && access.projectRole === null;
}

/**
 * All that the caller may do with a chat, which not everybody in its project may view.
 * @throws ProblemError 404, 403 when that is nothing
 */
export function requireChat(
  chat: ChatOwnership | undefined,
  {
    projectId,
    principal,
    access,
  }: { projectId: string | undefined; principal: Principal; access: Access },
): ResourcePermission[] {
  if (!chat || chat.project_id !== projectId) throw chatNotFound();
  const permissions = permissionsOn(chat, principal, access);
  if (permissions.length > 0) return permissions;
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

/** What a permission test tells about an organisation or project: whether the guard would let the caller do it. */
export function mayCaller<L extends 'organization' | 'project'>(
  principal: Principal,
  access: Access,
  level: L,
  name: PermissionName<L>,
): boolean {
  if (!allows(access, level, name)) return false;
  if (principal.type !== 'api_key' && principal.type !== 'oauth_client') return true;
  if (level === 'project' && principal.resources !== null) return false;
  return programMay(principal, { level, name } as Rule);
}

/**
 * What a permission test tells about a thing: all that the guard would let the caller do.
 * @throws ProblemError 404, 403 as the guard does
 */
export async function testedAt(
  standing: StandingPort,
  thing: Thing,
  place: { projectId: string; principal: Principal; access: Access },
): Promise<ResourcePermission[]> {
  const held = await permissionsAt(standing, thing, place);
  const { principal } = place;
  if (principal.type !== 'api_key' && principal.type !== 'oauth_client') return held;
  const { type } = thing;
  if (type === 'workflow') return [];
  return held.filter((name) => programMay(principal, { level: type, name }));
}

/** Whether a permission is among someone's, which the guard enforces and permission tests tell. */
export function allows<L extends PermissionLevel>(
  { orgRole, projectRole, shared }: Access,
  level: L,
  name: PermissionName<L>,
): boolean {
  if (level === 'organization') return can('organization', orgRole, name as OrgPermission);
  if (can(level, projectRole, name)) return true;
  return level !== 'project' && !!shared?.permissions.includes(name as ResourcePermission);
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
