import { API_PREFIX } from '#domain/call.ts';
import { pageLimit } from '#domain/paging.ts';
import { userOf } from '#domain/principal.ts';
import type { RouteHandlers } from '#generated/server/fastify.gen.ts';

import type { ProjectService } from './project.service.ts';

type ProjectHandlers = Pick<
  RouteHandlers,
  'listProjects' | 'createProject' | 'getProject' | 'updateProject' | 'deleteProject'
>;

export function createProjectHandlers(projects: ProjectService): ProjectHandlers {
  return {
    listProjects: async (request, reply) => {
      const { params, query, access } = request;
      const asker = { userId: userOf(request).userId, orgRole: access.orgRole };
      const page = { ...query, limit: pageLimit(query) };
      return reply.code(200).send(await projects.list(params.orgId, asker, page));
    },
    createProject: async ({ params, body, access }, reply) => {
      const created = await projects.create(params.orgId, body.name, access.orgRole);
      const location = `${API_PREFIX}/org/${params.orgId}/project/${created.id}`;
      return reply.header('location', location).code(201).send(created);
    },
    getProject: async ({ params, access }, reply) =>
      reply.code(200).send(await projects.get(params.projectId, access.projectRole)),
    updateProject: async ({ params, body, headers, access }, reply) => {
      const how = { ifMatch: headers['if-match'], role: access.projectRole };
      return reply.code(200).send(await projects.update(params.projectId, body, how));
    },
    deleteProject: async ({ params }, reply) => {
      await projects.delete(params.orgId, params.projectId);
      return reply.code(204).send();
    },
  };
}
