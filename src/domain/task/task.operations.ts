import { created, type OperationsOf, Reply } from '../call.ts';
import type { Domain } from '../domain.ts';
import { FileBody } from '../events.ts';
import { userOf } from '../principal.ts';
import { isGuest } from '../share/guest.ts';
import { createComparisonService } from './comparison.service.ts';
import { createDraftService } from './draft.service.ts';
import { createEnvironmentService } from './environment.service.ts';
import { createRevisionService } from './revision.service.ts';
import { createTaskService } from './task.service.ts';
import { createTaskUsesService } from './task-uses.service.ts';

/** The operations of tasks, their drafts, revisions, environments and contracts. */
export function taskOperations(domain: Domain): OperationsOf<'task'> {
  const tasks = createTaskService(domain);
  const drafts = createDraftService(domain);
  const revisions = createRevisionService(domain);
  const environments = createEnvironmentService(domain);
  const comparisons = createComparisonService(domain);
  const uses = createTaskUsesService(domain);
  return {
    listOrgTasks: (call) => {
      const { orgId } = call.params;
      const isMember = call.access.orgRole !== null;
      const scope = isMember ? { orgId } : { orgId, sharedWith: userOf(call).userId };
      return tasks.list(scope, call.query);
    },
    listTasks: ({ params, query }) => tasks.list(params, query),
    async createTask(call) {
      const task = await tasks.create(call.params, call.body, call.principal);
      return created(call, task.id, task);
    },
    getTask: ({ params }) => tasks.get(params),
    updateTask: ({ params, body, headers }) => tasks.update(params, body, headers['if-match']),
    deleteTask: async ({ params }) => tasks.delete(params),
    moveTask: ({ params, body, principal }) => tasks.move(params, body.project_id, principal),
    listTaskTags: ({ params }) => tasks.tags(params.projectId),
    async getTaskUses({ params, query, access }) {
      const found = await uses.get(params, query.environment);
      // The names of keys, webhooks and other tasks are the project's.
      return isGuest(access) ? { ...found, callers: [], webhook: null, judged_tasks: [] } : found;
    },
    getTaskDraft: ({ params }) => drafts.get(params),
    replaceTaskDraft: (call) =>
      drafts.replace(call.params, call.body, call.headers['if-match'], call),
    listTaskRevisions: ({ params, query }) => revisions.list(params, query),
    async createTaskRevision(call) {
      const { params, body, headers, principal } = call;
      const revision = await revisions.create(params, body, headers['if-match'], principal);
      return created(call, String(revision.number), revision);
    },
    // The mocks receive path parameters as strings.
    getTaskRevision: ({ params }) => revisions.get(params, params.revisionNumber),
    activateTaskRevision: ({ params, body }) =>
      revisions.activate(params, params.revisionNumber, body),
    replaceTaskEnvironment: ({ params, body }) => environments.replace(params, body),
    deleteTaskEnvironment: async ({ params }) => environments.delete(params),
    compareTaskRevisions: ({ params, query }) => comparisons.compare(params, query),
    async getTaskOpenApi({ params, query }) {
      const contracts = await contractService(domain);
      const { name, body } = await contracts.document(params, query.revision);
      const headers = { 'content-disposition': `attachment; filename="${name}"` };
      return new Reply(body, { headers });
    },
    async getTaskClient({ params, query }) {
      const contracts = await contractService(domain);
      const { name, body } = await contracts.client(params, query.revision);
      return new FileBody(name, 'text/plain; charset=utf-8', body);
    },
  };
}

/** Loaded on demand, since it needs the client generator. */
async function contractService(domain: Domain) {
  return (await import('./contract.service.ts')).createContractService(domain);
}
