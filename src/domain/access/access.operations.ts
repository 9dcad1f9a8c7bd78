import type { PermissionName } from '#core/access/permissions.ts';
import type { PermissionTestResult } from '#generated/model/index.ts';
import { mayCaller, testedAt } from '../authorise.ts';
import { created, type OperationsOf } from '../call.ts';
import type { Domain } from '../domain.ts';
import { type Access, type Principal, userOf } from '../principal.ts';
import { createApiKeyService } from './api-key.service.ts';

/** Permission tests, which tell what the guard allows, and API keys. */
export function accessOperations(domain: Domain): OperationsOf<'access'> {
  const apiKeys = createApiKeyService(domain);
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
    listApiKeys: ({ params, query }) => apiKeys.list(params.projectId, query),
    async createApiKey(call) {
      const made = await apiKeys.create(call.params.projectId, call.body, userOf(call));
      return created(call, made.api_key.id, made);
    },
    updateApiKey: ({ params, body }) => apiKeys.update(params.projectId, params.apiKeyId, body),
    rotateApiKey: ({ params, body }) => apiKeys.rotate(params.projectId, params.apiKeyId, body),
    deleteApiKey: ({ params }) => apiKeys.delete(params.projectId, params.apiKeyId),
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
