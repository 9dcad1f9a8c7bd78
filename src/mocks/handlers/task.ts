import { can } from '#core/access/permissions.ts';
import { newId } from '#core/ids.ts';
import { MAX_TASKS } from '#core/limits.ts';
import { MESSAGES, VALIDATION } from '#core/messages.ts';
import { emptyDefinition } from '#core/task/definition/definition.ts';
import { toTags } from '#core/task/tags.ts';
import { matchesWords } from '#core/words.ts';
import { invalidRequest, nameTaken, notFound, ProblemError } from '#domain/problem.ts';
import type { EvaluationCheck, TaskTag } from '#generated/model/index.ts';
import type { Task, TaskSort } from '#generated/server/index.ts';
import { mockUsers } from '../compare.ts';
import { Answer } from '../http/answer.ts';
import { type Order, paginate } from '../http/paging.ts';
import { checkIfMatch } from '../http/preconditions.ts';
import { projectRoleOf } from '../http/standing.ts';
import { deleteDependents } from '../memory/stores.ts';
import { statsOf } from '../run/stats.ts';
import { actorOf, etagOf, type Store, type StoredTask, timestamp } from '../store.ts';
import type { Resolvers } from './resolver.ts';

/** Tasks. */
export const taskResolvers = {
  listOrgTasks: ({ store, user, params, query }) => {
    const tasks = Object.values(store.data.tasks).filter((task) => {
      const project = store.data.tables.project[task.project_id];
      const visible = project && projectRoleOf(store, project, user) !== null;
      return task.org_id === params.orgId && visible && isAsked(task, query);
    });
    return listTasks(store, tasks, query);
  },

  listTasks: ({ store, params, query }) => {
    const tasks = tasksOf(store, params.projectId);
    return listTasks(
      store,
      tasks.filter((task) => isAsked(task, query)),
      query,
    );
  },

  createTask: ({ store, user, params, body }) => {
    const name = body.name.trim();
    checkName(store, params.projectId, name);
    if (tasksOf(store, params.projectId).length >= MAX_TASKS) {
      throw new ProblemError('task_limit_reached', MESSAGES.task.limit);
    }
    const now = timestamp();
    const actor = actorOf(user);
    const definition = body.definition ?? emptyDefinition('sandbox/sandbox');
    const task: StoredTask = {
      id: newId('task'),
      org_id: params.orgId,
      project_id: params.projectId,
      name,
      description: body.description ?? '',
      tags: toTags(body.tags ?? []),
      archived_at: null,
      evaluation_required: false,
      active_revision: null,
      created_by: actor,
      created_at: now,
      updated_at: now,
      version: 1,
      revisions: [],
      draft: { definition, base_revision: null, updated_by: actor, updated_at: now, version: 1 },
    };
    store.data.tasks[task.id] = task;
    const Location = `/api/v1/org/${params.orgId}/project/${params.projectId}/task/${task.id}`;
    return new Answer(toTask(store, task), 201, { Location });
  },

  getTask: ({ store, params }) => withTag(store, taskById(store, params.taskId)),

  updateTask: ({ store, params, body, request }) => {
    const task = taskById(store, params.taskId);
    checkIfMatch(request, task);
    if (body.name !== undefined) {
      checkName(store, task.project_id, body.name.trim(), task.id);
      task.name = body.name.trim();
    }
    if (body.description !== undefined) task.description = body.description;
    if (body.tags !== undefined) task.tags = toTags(body.tags);
    if (body.evaluation_required !== undefined) task.evaluation_required = body.evaluation_required;
    if (body.archived !== undefined)
      task.archived_at = body.archived ? (task.archived_at ?? timestamp()) : null;
    if (Object.keys(body).length > 0) touch(task);
    return withTag(store, task);
  },

  listTaskTags: ({ store, params }) => {
    const tags = new Map<string, TaskTag>();
    for (const task of tasksOf(store, params.projectId)) {
      if (task.archived_at !== null) continue;
      for (const tag of task.tags) {
        const known = tags.get(tag.toLowerCase());
        tags.set(tag.toLowerCase(), { tag: known?.tag ?? tag, tasks: (known?.tasks ?? 0) + 1 });
      }
    }
    const results = [...tags].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, tag]) => tag);
    return { results, pagination: { has_next: false, next_cursor: null } };
  },

  moveTask: ({ store, user, params, body }) => {
    const task = taskById(store, params.taskId);
    const to = body.project_id;
    if (to === task.project_id) return withTag(store, task);
    const project = store.data.tables.project[to];
    const role =
      project && project.org_id === task.org_id ? projectRoleOf(store, project, user) : null;
    if (!can('project', role, 'create_task'))
      throw invalidRequest([{ pointer: '/project_id', message: VALIDATION.moveForbidden }]);
    checkName(store, to, task.name);
    if (tasksOf(store, to).length >= MAX_TASKS)
      throw new ProblemError('task_limit_reached', MESSAGES.task.limit);
    task.project_id = to;
    touch(task);
    return withTag(store, task);
  },

  getTaskUses: ({ store, params, query }) => {
    const task = taskById(store, params.taskId);
    const { tasks, tables } = store.data;
    const { dataset: datasets, evaluation: evaluations } = tables;
    const webhook = tables.webhook[tables.task_webhook[task.id]?.webhook_id ?? ''];
    const judged = Object.values(datasets)
      .filter(({ checks }) => checks.some((check) => asksJudge(check, task.id)))
      .map(({ task_id }) => tasks[task_id])
      .filter((one) => one !== undefined)
      .filter(({ id, project_id }) => id !== task.id && project_id === task.project_id);
    const owned = (things: Record<string, { task_id: string }>) =>
      Object.values(things).filter(({ task_id }) => task_id === task.id).length;
    return {
      callers: mockUsers(store, task.id, query.environment),
      environments: Object.keys(task.environments ?? {}).sort(),
      webhook: webhook ? { id: webhook.id, name: webhook.name } : null,
      judged_tasks: [...new Set(judged)]
        .sort((a, b) => a.name.localeCompare(b.name))
        .map(({ id, name }) => ({ id, name })),
      datasets: owned(datasets),
      evaluations: owned(evaluations),
    };
  },

  deleteTask: ({ store, params }) => {
    delete store.data.tasks[params.taskId];
    deleteDependents(store, 'task', params.taskId);
    return undefined;
  },
} satisfies Partial<Resolvers>;

/** A task that is known to be there: the guard has looked. */
export function taskById(store: Store, id: string): StoredTask {
  const task = store.data.tasks[id];
  if (!task) throw notFound();
  return task;
}

/** Counts a change of a task. */
export function touch(task: StoredTask): void {
  task.version += 1;
  task.updated_at = timestamp();
}

/** A task as the contract shows it. */
export function toTask(store: Store, task: StoredTask): Task {
  const { revisions, draft, version: _, environments = {}, ...rest } = task;
  const active = revisions.find((revision) => revision.number === task.active_revision);
  return {
    ...rest,
    latest_revision: revisions.at(-1)?.number ?? null,
    previous_revision: task.previous_revision ?? null,
    environments: Object.keys(environments)
      .sort()
      .map((name) => ({ name, revision: environments[name] ?? 1 })),
    model_id: (active ?? draft).definition.model_id,
    stats: statsOf(store, task.id),
    etag: etagOf(task),
  };
}

function withTag(store: Store, task: StoredTask): Answer<Task> {
  return new Answer(toTask(store, task), 200, { ETag: etagOf(task) });
}

function tasksOf(store: Store, projectId: string): StoredTask[] {
  return Object.values(store.data.tasks).filter((task) => task.project_id === projectId);
}

function isAsked(
  task: StoredTask,
  { q, tag, archived = false }: { q?: string; tag?: string; archived?: boolean },
): boolean {
  const isTagged =
    tag === undefined || task.tags.some((own) => own.toLowerCase() === tag.trim().toLowerCase());
  const isThere = (task.archived_at !== null) === archived;
  return isTagged && isThere && matchesWords(q, task.name, task.description);
}

function checkName(store: Store, projectId: string, name: string, own?: string): void {
  const taken = tasksOf(store, projectId).some(
    (task) => task.id !== own && task.name.toLowerCase() === name.toLowerCase(),
  );
  if (taken) throw nameTaken(MESSAGES.task.nameTaken);
}

function listTasks(
  store: Store,
  tasks: readonly StoredTask[],
  query: { page_limit?: number; cursor?: string; sort?: TaskSort },
) {
  const { sort = '-updated_at' } = query;
  const field = sort.replace('-', '') as 'name' | 'updated_at' | 'created_at';
  const order: Order<StoredTask> = {
    name: sort,
    value: (task) => (field === 'name' ? task.name.toLowerCase() : task[field]),
    id: (task) => task.id,
    descending: sort.startsWith('-'),
  };
  const { results, pagination } = paginate(tasks, query, order);
  return { results: results.map((task) => toTask(store, task)), pagination };
}

function asksJudge(check: EvaluationCheck, taskId: string): boolean {
  return check.type === 'judge' && check.task_id === taskId;
}
