import type { PermissionName } from '#core/access/permissions.ts';
import type { PermissionTestResult } from '#generated/model/index.ts';
import { mayCaller, testedAt } from '../authorise.ts';
import type { OperationsOf } from '../call.ts';
import type { Domain } from '../domain.ts';
import type { Access, Principal } from '../principal.ts';

/** Permission tests, which tell what the guard allows. */
export function accessOperations(domain: Domain): OperationsOf<'access'> {
  return {
    testOrgPermissions: ({ params, body, ...caller }) =>
      tested('organization', caller, body.permissions, params.orgId),
    testProjectPermissions: ({ params, body, ...caller }) =>
      tested('project', caller, body.permissions, params.projectId),
    async testResourcePermissions({ params, body, ...caller }) {
      const { resourceType: type, id, projectId } = params;
      const held = await testedAt(domain.standing, { type, id }, { projectId, ...caller });
      const permissions = body.permissions.filter((name) => held.includes(name));
      return { permissions, id, level: type };
    },
  };
}

function tested<L extends 'organization' | 'project'>(
  level: L,
  { principal, access }: { principal: Principal; access: Access },
  names: readonly PermissionName<L>[],
  id: string,
): PermissionTestResult {
  return {
    permissions: names.filter((name) => mayCaller(principal, access, level, name)),
    id,
    level,
  };
}
