import { can, canInOrg, effectiveRole } from '#core/access/permissions.ts';
import type { ApiKeyRow } from '#domain/access/access.store.ts';
import type { OperationFacts } from '#domain/call.ts';
import type { Principal } from '#domain/principal.ts';
import { notFound, ProblemError } from '#domain/problem.ts';
import type { OrgPermission, PermissionLevel, Role } from '#generated/model/index.ts';
import { userOfToken } from '../identity/tokens.ts';
import type { Store, StoredOrg, StoredProject, StoredUser } from '../store.ts';

/** Who calls: a person, or a program with the key of a project. */
export type Caller = { type: 'user'; user: StoredUser } | { type: 'api_key'; key: ApiKeyRow };

/** What a caller is to the organisation and the project of a request's path. */
export interface Access {
  org?: StoredOrg;
  project?: StoredProject;
  orgRole: Role | null;
  /** The inherited role counted in. */
  projectRole: Role | null;
}

/** The caller as the domain knows them. */
export function principalOf(caller: Caller): Principal {
  if (caller.type === 'api_key') {
    const { id, project_id, name } = caller.key;
    return { type: 'api_key', keyId: id, projectId: project_id, orgId: '', name };
  }
  const { id, identity_id, name, email } = caller.user;
  return { type: 'user', userId: id, identityId: identity_id, sessionId: '', name, email };
}

/**
 * Who calls.
 * @throws ProblemError `unauthenticated` when nobody is signed in, or with a key where keys are not taken
 */
export function authenticate(
  store: Store,
  operation: OperationFacts,
  request: Request,
): Caller | undefined {
  if (operation.permission === 'public') return undefined;
  const [, token = ''] = /^Bearer (.+)$/i.exec(request.headers.get('authorization') ?? '') ?? [];
  if (token.startsWith('tlk_')) {
    const key = operation.takesApiKey ? apiKeyOf(store, token) : undefined;
    if (key) return { type: 'api_key', key };
  } else {
    const user = userOfToken(store, token);
    if (user) return { type: 'user', user };
  }
  throw new ProblemError(
    'unauthenticated',
    "You're not signed in, or the token or API key is invalid.",
  );
}

/**
 * What a caller may see and do at the path of a request.
 * @throws ProblemError `not_found` for what they may not see, `forbidden` for what they may not do
 */
export function authorise(
  store: Store,
  operation: OperationFacts,
  params: Record<string, string>,
  caller: Caller | undefined,
): Access {
  const access = accessOf(store, params, caller);
  if (typeof operation.permission === 'string') return access;
  const { level, name } = operation.permission;
  checkVisible(store, level, params, access);
  const isAllowed =
    level === 'organization'
      ? canInOrg(access.orgRole, name as OrgPermission)
      : can(level, access.projectRole, name as 'edit');
  if (!isAllowed) {
    throw new ProblemError(
      'forbidden',
      'You may see this, but not do this. Ask an owner for the right.',
    );
  }
  return access;
}

/** What a person is in an organisation; null when they are not in it. */
export function orgRoleOf(org: StoredOrg, user: StoredUser): Role | null {
  return org.members[user.id] ?? null;
}

/** What a person is in a project, the role in its organisation counted in. */
export function projectRoleOf(store: Store, project: StoredProject, user: StoredUser): Role | null {
  const org = store.data.orgs[project.org_id];
  return effectiveRole(org ? orgRoleOf(org, user) : null, project.members[user.id] ?? null);
}

/** Whether a person may see an organisation: as a member, or because a project of it is shared. */
export function seesOrg(store: Store, org: StoredOrg, user: StoredUser): boolean {
  if (orgRoleOf(org, user)) return true;
  return Object.values(store.data.projects).some(
    (p) => p.org_id === org.id && p.members[user.id] !== undefined,
  );
}

function accessOf(
  store: Store,
  params: Record<string, string>,
  caller: Caller | undefined,
): Access {
  const org = store.data.orgs[params.orgId ?? ''];
  const found = store.data.projects[params.projectId ?? ''];
  const project = found && found.org_id === org?.id ? found : undefined;
  if (!caller || !org) return { orgRole: null, projectRole: null };
  if (caller.type === 'api_key') {
    // A key may run the tasks of its project, as a member may.
    const own = project?.id === caller.key.project_id ? project : undefined;
    return own
      ? { org, project: own, orgRole: null, projectRole: 'member' }
      : { orgRole: null, projectRole: null };
  }
  if (!seesOrg(store, org, caller.user)) return { orgRole: null, projectRole: null };
  const orgRole = orgRoleOf(org, caller.user);
  const projectRole = project ? projectRoleOf(store, project, caller.user) : null;
  return { org, ...(project && projectRole ? { project } : {}), orgRole, projectRole };
}

function checkVisible(
  store: Store,
  level: PermissionLevel,
  params: Record<string, string>,
  access: Access,
): void {
  if (!access.org) throw notFound();
  if (level === 'organization') return;
  if (!access.project) throw notFound();
  if (level !== 'task') return;
  if (store.data.tasks[params.taskId ?? '']?.project_id !== access.project.id) throw notFound();
}

function apiKeyOf(store: Store, token: string): ApiKeyRow | undefined {
  const now = Date.now();
  const key = Object.values(store.data.tables.api_key).find(({ hash }) => hash === token);
  if (!key || (key.expires_at !== null && Date.parse(key.expires_at) <= now)) return undefined;
  key.last_used_at = new Date(now).toISOString();
  return key;
}
