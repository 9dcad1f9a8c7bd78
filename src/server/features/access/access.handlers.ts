import { can } from '#core/access/permissions.ts';
import type { StandingPort } from '#domain/authorise.ts';
import { API_PREFIX } from '#domain/call.ts';
import { pageLimit } from '#domain/paging.ts';
import { userOf } from '#domain/principal.ts';
import { notFound } from '#domain/problem.ts';
import type { RouteHandlers } from '#generated/server/fastify.gen.ts';

import type { ApiKeyService } from './api-key.service.ts';

type AccessHandlers = Pick<
  RouteHandlers,
  | 'testOrgPermissions'
  | 'testProjectPermissions'
  | 'testResourcePermissions'
  | 'listApiKeys'
  | 'createApiKey'
  | 'deleteApiKey'
>;

/** Permission tests answer by the same rules that the guard keeps. */
export function createAccessHandlers(
  apiKeys: ApiKeyService,
  standing: StandingPort,
): AccessHandlers {
  return {
    testOrgPermissions: async ({ params, body, access }, reply) =>
      reply.code(200).send({
        permissions: body.permissions.filter((name) => can('organization', access.orgRole, name)),
        id: params.orgId,
        level: 'organization',
      }),
    testProjectPermissions: async ({ params, body, access }, reply) =>
      reply.code(200).send({
        permissions: body.permissions.filter((name) => can('project', access.projectRole, name)),
        id: params.projectId,
        level: 'project',
      }),
    testResourcePermissions: async ({ params, body, access }, reply) => {
      const { resourceType, id, projectId } = params;
      if ((await standing.projectOf(resourceType, id)) !== projectId) throw notFound();
      const permissions = body.permissions.filter((name) =>
        can(resourceType, access.projectRole, name),
      );
      return reply.code(200).send({ permissions, id, level: resourceType });
    },
    listApiKeys: async ({ params, query }, reply) => {
      const page = { ...query, limit: pageLimit(query) };
      return reply.code(200).send(await apiKeys.list(params.projectId, page));
    },
    createApiKey: async (request, reply) => {
      const { orgId, projectId } = request.params;
      const created = await apiKeys.create(projectId, request.body, userOf(request));
      const at = `${API_PREFIX}/org/${orgId}/project/${projectId}/api-key/${created.api_key.id}`;
      return reply.header('location', at).code(201).send(created);
    },
    deleteApiKey: async ({ params }, reply) => {
      await apiKeys.delete(params.projectId, params.apiKeyId);
      return reply.code(204).send();
    },
  };
}
