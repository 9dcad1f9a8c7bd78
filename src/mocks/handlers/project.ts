import { newId } from '#core/ids.ts';
import { VALIDATION } from '#core/messages.ts';
import { matchesWords } from '#core/words.ts';
import { nameTaken, notFound, ProblemError } from '#domain/problem.ts';
import type { Project } from '#generated/model/index.ts';
import { projectRoleOf } from '../http/access.ts';
import { Answer } from '../http/answer.ts';
import { type Order, paginate } from '../http/paging.ts';
import { checkIfMatch } from '../http/preconditions.ts';
import { etagOf, type Store, type StoredProject, type StoredUser, timestamp } from '../store.ts';
import { deleteProjectData } from './org.ts';
import type { Resolvers } from './resolver.ts';

const ORDER: Order<StoredProject> = {
  name: 'project',
  id: (p) => p.id,
};

/** Projects of an organisation. */
export const projectResolvers = {
  listProjects: ({ store, user, params, query }) => {
    const projects = projectsOf(store, params.orgId).filter(
      (project) =>
        projectRoleOf(store, project, user) !== null && matchesWords(query.q, project.name),
    );
    const { results, pagination } = paginate(projects, query, ORDER);
    return { results: results.map((project) => toProject(store, project, user)), pagination };
  },

  createProject: ({ store, user, params, body }) => {
    const name = body.name.trim();
    checkName(store, params.orgId, name);
    const project = {
      id: newId('project'),
      org_id: params.orgId,
      name,
      run_retention_days: null,
      created_at: timestamp(),
      version: 1,
      members: {},
    };
    store.data.projects[project.id] = project;
    const Location = `/api/v1/org/${params.orgId}/project/${project.id}`;
    return new Answer(toProject(store, project, user), 201, { Location });
  },

  getProject: ({ store, user, params }) =>
    withTag(store, projectById(store, params.projectId), user),

  updateProject: ({ store, user, params, body, request }) => {
    const project = projectById(store, params.projectId);
    checkIfMatch(request, project);
    const { name = project.name, run_retention_days: days = project.run_retention_days } = body;
    if (body.name !== undefined) checkName(store, params.orgId, name.trim(), project.id);
    if (Object.keys(body).length > 0) {
      project.name = name.trim();
      project.run_retention_days = days;
      project.version += 1;
    }
    return withTag(store, project, user);
  },

  deleteProject: ({ store, params }) => {
    if (projectsOf(store, params.orgId).length === 1) {
      throw new ProblemError(
        'last_project',
        'The last project of an organisation cannot be deleted.',
      );
    }
    deleteProjectData(store, params.projectId);
    return undefined;
  },
} satisfies Partial<Resolvers>;

function projectsOf(store: Store, orgId: string): StoredProject[] {
  return Object.values(store.data.projects).filter((project) => project.org_id === orgId);
}

function checkName(store: Store, orgId: string, name: string, own?: string): void {
  const taken = projectsOf(store, orgId).some(
    (project) => project.id !== own && project.name.toLowerCase() === name.toLowerCase(),
  );
  if (taken) throw nameTaken(VALIDATION.projectNameTaken);
}

function withTag(store: Store, project: StoredProject, user: StoredUser): Answer<Project> {
  return new Answer(toProject(store, project, user), 200, { ETag: etagOf(project) });
}

function toProject(store: Store, project: StoredProject, user: StoredUser): Project {
  const { id, org_id, name, run_retention_days, created_at } = project;
  const role = projectRoleOf(store, project, user);
  if (!role) throw notFound();
  return { id, org_id, name, role, run_retention_days, created_at, etag: etagOf(project) };
}

function projectById(store: Store, id: string): StoredProject {
  const project = store.data.projects[id];
  if (!project) throw notFound();
  return project;
}
