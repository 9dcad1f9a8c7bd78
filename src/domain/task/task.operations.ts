import { visibleProjects } from '../access/visible.ts';
import { created, type OperationsOf } from '../call.ts';
import type { Domain } from '../domain.ts';
import { isGuest, seesCases } from '../share/guest.ts';
import { createDraftService } from './draft.service.ts';
import { createTaskService } from './task.service.ts';
import { createTaskUsesService } from './task-uses.service.ts';

/** The operations of tasks and their drafts. */
export function taskOperations(domain: Domain): OperationsOf<'task'> {
  const tasks = createTaskService(domain);
  const drafts = createDraftService(domain);
  const uses = createTaskUsesService(domain);
  return {
    async listOrgTasks(call) {
      const { ids: projectIds } = await visibleProjects(domain.stores, call);
      return tasks.list({ orgId: call.params.orgId, projectIds }, call.query);
    },
    listTasks: ({ params, query }) => tasks.list(params, query),
    async createTask(call) {
      const task = await tasks.create(call.params, call.body, call.principal);
      return created(call, task.id, task);
    },
    getTask: async ({ rows }) => tasks.viewOf(await rows.task),
    updateTask: ({ params, body, headers }) => tasks.update(params, body, headers['if-match']),
    deleteTask: async ({ params }) => tasks.delete(params),
    moveTask: ({ params, body, principal }) => tasks.move(params, body.project_id, principal),
    listTaskTags: ({ params }) => tasks.tags(params.projectId),
    async getTaskUses({ params, query, access }) {
      const found = await uses.get(params, query.environment);
      if (!isGuest(access)) return found;
      // The names of keys, webhooks and other tasks are the project's.
      const cut = { ...found, callers: [], webhook: null, judged_tasks: [] };
      return seesCases(access) ? cut : { ...cut, datasets: 0, evaluations: 0 };
    },
    getTaskDraft: ({ params }) => drafts.get(params),
    replaceTaskDraft: (call) =>
      drafts.replace(call.params, call.body, call.headers['if-match'], call),
  };
}
