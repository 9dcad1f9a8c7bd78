import { created, type OperationsOf } from '../call.ts';
import { createProjectDeletionService } from '../deletion/project-deletion.service.ts';
import type { Domain } from '../domain.ts';
import { userOf } from '../principal.ts';
import { createProjectService, toProject } from './project.service.ts';

/** The operations of projects. */
export function projectOperations(domain: Domain): OperationsOf<'project'> {
  const projects = createProjectService(domain);
  const deletion = createProjectDeletionService(domain);
  return {
    listProjects: (call) => projects.list(call.params.orgId, call, call.query),
    async createProject(call) {
      const { params, body, access } = call;
      const project = await projects.create(params.orgId, body.name, access.orgRole);
      return created(call, project.id, project);
    },
    getProject: async ({ rows, access }) => toProject(await rows.project, access.projectRole),
    updateProject: async ({ rows, body, headers, access }) =>
      projects.update(await rows.project, body, {
        ifMatch: headers['if-match'],
        role: access.projectRole,
      }),
    deleteProject: (call) =>
      deletion.delete(call.params.orgId, call.params.projectId, userOf(call).name),
  };
}
