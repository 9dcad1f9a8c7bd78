import { useQuery } from '@tanstack/react-query';
import { PERMISSIONS, type PermissionName } from '#core/access/permissions.ts';
import {
  testOrgPermissions,
  testProjectPermissions,
  testResourcePermissions,
} from '#generated/api/access/access.ts';
import type {
  OrgPermission,
  PermissionTestResult,
  ProjectPermission,
  ResourcePermission,
  ResourceType,
} from '#generated/model/index.ts';
import { queryKeys } from '../../api/query/query-keys.ts';

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
 * result is cached forever, as specified.
 * @param enabled false to wait; until the test has run, everything is allowed
 */
export function usePermission<S extends PermissionScope>(
  scope: S,
  name: PermissionName<S['level']>,
  enabled = true,
): PermissionState {
  const { data, isPending } = useQuery({
    queryKey: queryKeys.permissions(scope.level, idOf(scope)),
    queryFn: ({ signal }) => testAll(scope, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    enabled,
    meta: { silent: true },
  });
  const allowed = data === undefined || data.permissions.includes(name);
  return { allowed, pending: isPending, reason: allowed ? null : reasonOf(scope, name) };
}

function idOf(scope: PermissionScope): string {
  if (scope.level === 'organization') return scope.orgId;
  return scope.level === 'project' ? scope.projectId : scope.id;
}

function testAll(scope: PermissionScope, signal: AbortSignal): Promise<PermissionTestResult> {
  const names: string[] = Object.keys(PERMISSIONS[scope.level]);
  if (scope.level === 'organization') {
    const permissions = names as OrgPermission[];
    return testOrgPermissions(scope.orgId, { permissions }, { signal });
  }
  if (scope.level === 'project') {
    const permissions = names as ProjectPermission[];
    return testProjectPermissions(scope.orgId, scope.projectId, { permissions }, { signal });
  }
  const { orgId, projectId, level, id } = scope;
  const permissions = names as ResourcePermission[];
  return testResourcePermissions(orgId, projectId, level, id, { permissions }, { signal });
}

const people = { owner: 'Only owners', editor: 'Only editors and owners', member: 'Only members' };

function reasonOf(scope: PermissionScope, name: string): string {
  const table: Readonly<Record<string, keyof typeof people>> = PERMISSIONS[scope.level];
  const who = people[table[name] ?? 'owner'];
  const where = scope.level === 'organization' ? 'this organisation' : 'this project';
  return `${who} of ${where} can do this.`;
}
