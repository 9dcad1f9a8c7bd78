import { API_PREFIX } from '#domain/call.ts';
import { pageLimit } from '#domain/paging.ts';
import { userOf } from '#domain/principal.ts';
import type { RouteHandlers } from '#generated/server/fastify.gen.ts';

import type { OrgService } from './org.service.ts';

type OrgHandlers = Pick<
  RouteHandlers,
  'listOrgs' | 'createOrg' | 'getOrg' | 'updateOrg' | 'deleteOrg'
>;

export function createOrgHandlers(orgs: OrgService): OrgHandlers {
  return {
    listOrgs: async (request, reply) => {
      const { query } = request;
      const page = { ...query, limit: pageLimit(query) };
      return reply.code(200).send(await orgs.list(userOf(request).userId, page));
    },
    createOrg: async (request, reply) => {
      const created = await orgs.create(request.body.name, userOf(request).userId);
      return reply.header('location', `${API_PREFIX}/org/${created.id}`).code(201).send(created);
    },
    getOrg: async ({ params, access }, reply) =>
      reply.code(200).send(await orgs.get(params.orgId, access.orgRole)),
    updateOrg: async ({ params, body, headers, access }, reply) => {
      const how = { ifMatch: headers['if-match'], role: access.orgRole };
      return reply.code(200).send(await orgs.update(params.orgId, body, how));
    },
    deleteOrg: async ({ params }, reply) => {
      await orgs.delete(params.orgId);
      return reply.code(204).send();
    },
  };
}
