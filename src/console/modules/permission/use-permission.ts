import { useQuery } from '@tanstack/react-query';
import { PERMISSIONS, type PermissionName } from '#core/access/permissions.ts';
import {
  getTestOrgPermissionsQueryOptions,
  getTestProjectPermissionsQueryOptions,
  getTestResourcePermissionsQueryOptions,
} from '#generated/api/access/access.ts';
import type {
  OrgPermission,
  ProjectPermission,
  ResourcePermission,
  ResourceType,
} from '#generated/model/index.ts';
import { queryKeys } from '../../api/query/query-keys.ts';
import { type PageThing, usePageThing } from './thing-context.ts';

/** The organisation, project or resource that a permission applies to. */
export type PermissionScope =
  | { level: 'organization'; orgId: string }
  | { level: 'project'; orgId: string; projectId: string }
  | { level: ResourceType; orgId: string; projectId: string; id: string };

export type PermissionState = {
  /** Also true while unknown: the server has the final say, and buttons do not flicker. */
  allowed: boolean;
  pending: boolean;
  /** Why not, for a tooltip; null when allowed. */
  reason: string | null;
};

/**
 * Whether the signed-in person has a permission. All permissions of a scope are tested in one call, and the
 * result is cached forever, as specified. On the page of a thing, what its project doesn't allow may be allowed by what
 * is shared with the person.
 * @param enabled false to wait; until the test has run, everything is allowed
 */
export function usePermission<S extends PermissionScope>(
  scope: S,
  name: PermissionName<S['level']>,
  enabled = true,
): PermissionState {
  const thing = usePageThing();
  const isWhole = scope.level === 'organization' || scope.level === 'project';
  const isHidden = isWhole && thing?.isGuest === true && idOf(scope) !== thing.id;
  const { data, isPending } = useTest(scope, enabled && !isHidden);
  const isDenied = isHidden || (data !== undefined && !data.permissions.includes(name));
  const own = ON_THING[name];
  const isShared = scope.level === 'project' && thing !== null && own !== undefined;
  const asksThing = enabled && isShared && isDenied;
  const onThing = useTest(thing ? scopeOf(thing) : scope, asksThing);
  if (asksThing) {
    const allowed = onThing.data === undefined || onThing.data.permissions.includes(own);
    const reason = thing.isGuest ? GUEST_REASON : reasonOf(scope, name);
    return { allowed, pending: onThing.isPending, reason: allowed ? null : reason };
  }
  if (!isDenied) return { allowed: true, pending: isPending && !isHidden, reason: null };
  const reason = thing?.isGuest ? GUEST_REASON : reasonOf(scope, name);
  return { allowed: false, pending: false, reason };
}

/** Why a guest can't do something. */
export const GUEST_REASON = "You don't have this access. Ask the person who shared it with you.";

/** What permissions of a project mean for one thing in it. */
const ON_THING: Readonly<Record<string, ResourcePermission>> = { edit: 'edit', run_task: 'run' };

function scopeOf({ type: level, ...thing }: PageThing): PermissionScope {
  return { level, ...thing };
}

function useTest(scope: PermissionScope, enabled: boolean) {
  return useQuery({
    ...testOf(scope),
    queryKey: queryKeys.permissions(scope.level, idOf(scope)),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    enabled,
    meta: { silent: true },
  });
}

function idOf(scope: PermissionScope): string {
  if (scope.level === 'organization') return scope.orgId;
  return scope.level === 'project' ? scope.projectId : scope.id;
}

function testOf(scope: PermissionScope) {
  const names: string[] = Object.keys(PERMISSIONS[scope.level]);
  if (scope.level === 'organization') {
    const permissions = names as OrgPermission[];
    return getTestOrgPermissionsQueryOptions(scope.orgId, { permissions });
  }
  if (scope.level === 'project') {
    const permissions = names as ProjectPermission[];
    return getTestProjectPermissionsQueryOptions(scope.orgId, scope.projectId, { permissions });
  }
  const { orgId, projectId, level, id } = scope;
  const permissions = names as ResourcePermission[];
  return getTestResourcePermissionsQueryOptions(orgId, projectId, level, id, { permissions });
}

const people = { owner: 'Only owners', editor: 'Only editors and owners', member: 'Only members' };

function reasonOf(scope: PermissionScope, name: string): string {
  const table: Readonly<Record<string, keyof typeof people>> = PERMISSIONS[scope.level];
  const who = people[table[name] ?? 'owner'];
  const where = scope.level === 'organization' ? 'this organisation' : 'this project';
  return `${who} of ${where} can do this.`;
}
