import { can } from '#core/access/permissions.ts';
import { API_PREFIX } from '#domain/call.ts';
import { actorOf, type Principal, userOf } from '#domain/principal.ts';
import type { Role } from '#generated/model/index.ts';
import type { RouteHandlers } from '#generated/server/fastify.gen.ts';

import type { ComparisonService } from './comparison.service.ts';
import type { EnvironmentService } from './environment.service.ts';
import type { RevisionService } from './revision.service.ts';
import type { TaskService } from './task.service.ts';
import type { TaskUsesService } from './task-uses.service.ts';

export type TaskHandlers = Pick<
  RouteHandlers,
  | 'listOrgTasks'
  | 'listTasks'
  | 'createTask'
  | 'getTask'
  | 'updateTask'
  | 'deleteTask'
  | 'moveTask'
  | 'listTaskTags'
  | 'getTaskDraft'
  | 'replaceTaskDraft'
  | 'listTaskRevisions'
  | 'createTaskRevision'
  | 'getTaskRevision'
  | 'activateTaskRevision'
  | 'getTaskUses'
  | 'compareTaskRevisions'
  | 'replaceTaskEnvironment'
  | 'deleteTaskEnvironment'
>;

export interface TaskHandlersDeps {
  tasks: TaskService;
  revisions: RevisionService;
  /** The caller's role in a project. */
  roleIn: (principal: Principal, orgId: string, projectId: string) => Promise<Role | null>;
  comparisons: ComparisonService;
  environments: EnvironmentService;
  uses: TaskUsesService;
}

const JSON_TYPE = 'application/json';

/** The operations of tasks, their drafts and their revisions. */
export function createTaskHandlers({
  tasks,
  revisions,
  comparisons,
  environments,
  uses,
  roleIn,
}: TaskHandlersDeps): TaskHandlers {
  return {
    async listOrgTasks(request, reply) {
      const scope = {
        orgId: request.params.orgId,
        sharedWith: request.access.orgRole === null ? userOf(request).userId : undefined,
      };
      await reply
        .type(JSON_TYPE)
        .code(200)
        .send(await tasks.list(scope, request.query));
    },
    async listTasks(request, reply) {
      const { projectId } = request.params;
      await reply
        .type(JSON_TYPE)
        .code(200)
        .send(await tasks.list({ projectId }, request.query));
    },
    async createTask(request, reply) {
      const { orgId, projectId } = request.params;
      const actor = actorOf(request.principal);
      const task = await tasks.create({ orgId, projectId }, request.body, actor);
      reply.headers({ location: `${pathOf(request.params)}/${task.id}`, etag: task.etag });
      await reply.type(JSON_TYPE).code(201).send(task);
    },
    async getTask(request, reply) {
      const task = await tasks.get(request.params.projectId, request.params.taskId);
      await reply.type(JSON_TYPE).header('etag', task.etag).code(200).send(task);
    },
    async updateTask(request, reply) {
      const { projectId, taskId } = request.params;
      const task = await tasks.update(projectId, taskId, request.body, ifMatchOf(request.headers));
      await reply.type(JSON_TYPE).header('etag', task.etag).code(200).send(task);
    },
    async getTaskUses(request, reply) {
      await reply
        .type(JSON_TYPE)
        .code(200)
        .send(await uses.get(request.params, request.query?.environment));
    },

    async deleteTask(request, reply) {
      await tasks.delete(request.params.projectId, request.params.taskId);
      await reply.code(204).send();
    },
    async moveTask(request, reply) {
      const { principal, params, body } = request;
      const mayCreateIn = async () =>
        can('project', await roleIn(principal, params.orgId, body.project_id), 'create_task');
      const task = await tasks.move(params, body.project_id, mayCreateIn);
      await reply.type(JSON_TYPE).header('etag', task.etag).code(200).send(task);
    },
    async listTaskTags(request, reply) {
      const tags = await tasks.tags(request.params.projectId);
      await reply.type(JSON_TYPE).code(200).send(tags);
    },
    async getTaskDraft(request, reply) {
      const draft = await revisions.getDraft(request.params.projectId, request.params.taskId);
      await reply.type(JSON_TYPE).header('etag', draft.etag).code(200).send(draft);
    },
    async replaceTaskDraft(request, reply) {
      const { projectId, taskId } = request.params;
      const draft = await revisions.replaceDraft(
        { projectId, taskId },
        request.body,
        ifMatchOf(request.headers),
        actorOf(request.principal),
      );
      await reply.type(JSON_TYPE).header('etag', draft.etag).code(200).send(draft);
    },
    async listTaskRevisions(request, reply) {
      const { projectId, taskId } = request.params;
      const page = await revisions.list(projectId, taskId, request.query);
      await reply.type(JSON_TYPE).code(200).send(page);
    },
    async createTaskRevision(request, reply) {
      const { projectId, taskId } = request.params;
      const revision = await revisions.create(
        { projectId, taskId },
        request.body,
        ifMatchOf(request.headers),
        actorOf(request.principal),
      );
      const location = `${pathOf(request.params)}/${taskId}/revision/${revision.number}`;
      await reply.type(JSON_TYPE).header('location', location).code(201).send(revision);
    },
    async getTaskRevision(request, reply) {
      const { projectId, taskId, revisionNumber } = request.params;
      const revision = await revisions.get(projectId, taskId, revisionNumber);
      await reply.type(JSON_TYPE).code(200).send(revision);
    },
    async replaceTaskEnvironment(request, reply) {
      const task = await environments.replace(request.params, request.body);
      await reply.type(JSON_TYPE).header('etag', task.etag).code(200).send(task);
    },
    async deleteTaskEnvironment(request, reply) {
      await environments.delete(request.params);
      await reply.code(204).send();
    },
    async compareTaskRevisions(request, reply) {
      const comparison = await comparisons.compare(request.params, request.query);
      await reply.type(JSON_TYPE).code(200).send(comparison);
    },
    async activateTaskRevision(request, reply) {
      const { projectId, taskId, revisionNumber } = request.params;
      const task = await revisions.activate(projectId, taskId, revisionNumber, request.body);
      await reply.type(JSON_TYPE).header('etag', task.etag).code(200).send(task);
    },
  };
}

function pathOf({ orgId, projectId }: { orgId: string; projectId: string }): string {
  return `${API_PREFIX}/org/${orgId}/project/${projectId}/task`;
}

/** Node hands headers over in lower case; the generated types spell them as the contract does. */
function ifMatchOf(headers: object): string | undefined {
  const value = (headers as Record<string, unknown>)['if-match'];
  return typeof value === 'string' ? value : undefined;
}
