import { can } from '#core/access/permissions.ts';
import { newId } from '#core/ids.ts';
import { MESSAGES } from '#core/messages.ts';
import { emptyDefinition } from '#core/task/definition/definition.ts';
import { toTags } from '#core/task/tags.ts';
import type {
  TaskCreate,
  TaskDefinition,
  TaskSort,
  TaskTagList,
  TaskUpdate,
} from '#generated/model/index.ts';
import { requirePlan } from '../billing/plan-limits.ts';
import type { ResultOf } from '../call.ts';
import { cancelEvaluations } from '../deletion/end-work.ts';
import { DETAIL } from '../details.ts';
import type { Domain } from '../domain.ts';
import { decodeCursor, isTimeKey, type PageQuery, pageLimit, toPage } from '../paging.ts';
import { actorOf, type Principal } from '../principal.ts';
import { mustFind, nameTaken, notFound, ProblemError } from '../problem.ts';
import { newTaskModel } from '../project/defaults.ts';
import type { Stores } from '../stores.ts';
import { unlessTaken } from '../table.ts';
import { newRow } from '../tables.ts';
import { requireMatch } from '../version.ts';
import type { TaskCursor, TaskPlace, TaskScope } from './task.store.ts';
import type { TaskRow } from './task.tables.ts';
import { statsDays, type TaskView, toStats, toTask } from './task-views.ts';

/** The dependencies of the task services. */
export type TaskDomain = Pick<
  Domain,
  'access' | 'model' | 'run' | 'secrets' | 'standing' | 'stores' | 'task'
>;

interface TaskListQuery extends PageQuery {
  q?: string;
  sort?: TaskSort;
  tag?: string;
  archived?: boolean;
}

/** Tasks, without their drafts and revisions, which have their own services. */
export function createTaskService(domain: TaskDomain) {
  const { stores } = domain;
  const { tasks } = stores.task;

  async function withStats(rows: readonly TaskRow[]): Promise<TaskView[]> {
    const ids = rows.map(({ id }) => id);
    const days = statsDays(new Date());
    const [use, last] = await Promise.all([
      stores.task.dailyUse(ids, days[0] ?? ''),
      stores.task.lastRuns(ids),
    ]);
    const byTask = Map.groupBy(use, ({ task_id }) => task_id);
    return rows.map((row) =>
      toTask(row, toStats(days, byTask.get(row.id) ?? [], last.get(row.id))),
    );
  }

  async function viewOf(row: TaskRow): Promise<TaskView> {
    const [view] = await withStats([row]);
    return view as TaskView;
  }

  return {
    /** A page of tasks of a project, or of the projects of an organisation that the caller may see. */
    async list(scope: TaskScope, query: TaskListQuery = {}): Promise<ResultOf<'listTasks'>> {
      const { sort = '-updated_at', q, tag, archived } = query;
      const limit = pageLimit(query);
      const after = decodeCursor(query.cursor, isCursorFor(sort));
      const search = { sort, limit: limit + 1, q, tag, archived, after };
      const found = await stores.task.search(scope, search);
      const { rows, pagination } = toPage(found, limit, (row) => cursorOf(row, sort));
      return { results: await withStats(rows), pagination };
    },

    /**
     * Creates a task with its draft.
     * @throws ProblemError 409 when the name is taken or the project is full
     */
    async create(
      place: { orgId: string; projectId: string },
      body: TaskCreate,
      by: Principal,
    ): Promise<TaskView> {
      const definition = body.definition ?? emptyDefinition(await newTaskModel(domain, place));
      const row = newTask(place, body, definition, by);
      const draft = {
        task_id: row.id,
        definition,
        base_revision: null,
        version: 1,
        updated_by_id: row.created_by_id,
        updated_by_name: row.created_by_name,
        updated_at: row.updated_at,
      };
      await underFreeName(
        stores.transaction(async ({ billing, org, project, task }) => {
          // Additions to the same project are serialised.
          const { org_id } = await mustFind(project.projects.lock({ id: place.projectId }));
          await refuseFull({ billing, org, task }, org_id, place.projectId);
          await task.tasks.insert(row);
          await task.drafts.insert(draft);
        }),
      );
      return viewOf(row);
    },

    /**
     * Renames, describes, tags or archives.
     * @throws ProblemError 404, 409 when the name is taken, 412 when it changed
     */
    async update(
      { projectId, taskId }: TaskPlace,
      body: TaskUpdate,
      ifMatch: string | undefined,
    ): Promise<TaskView> {
      const { name, description, tags, archived, evaluation_required } = body;
      const row = await underFreeName(
        stores.transaction(async ({ task }) => {
          const found = await mustFind(task.tasks.lock({ id: taskId, project_id: projectId }));
          requireMatch(ifMatch, found);
          if (Object.keys(body).length === 0) return found;
          const now = new Date().toISOString();
          return changeTask({ task }, found, {
            name: name?.trim() ?? found.name,
            description: description ?? found.description,
            tags: tags ? toTags(tags) : found.tags,
            ...(archived !== undefined && {
              archived_at: archived ? (found.archived_at ?? now) : null,
            }),
            evaluation_required: evaluation_required ?? found.evaluation_required,
            updated_at: now,
          });
        }),
      );
      await domain.access.announce({ task: taskId });
      return viewOf(row);
    },

    /** The tags of a project's tasks. */
    async tags(projectId: string): Promise<TaskTagList> {
      const pagination = { has_next: false, next_cursor: null };
      return { results: await stores.task.tags(projectId), pagination };
    },

    /**
     * Moves a task with its evaluations to another project of the organisation. Its runs stay in the old
     * project. Its webhook is detached, since webhooks belong to a project, and it is no longer shared with guests.
     * @throws ProblemError 400, 404, 409 when the name is taken there or that project is full
     */
    async move(
      { orgId, projectId, taskId }: TaskPlace & { orgId: string },
      to: string,
      by: Principal,
    ): Promise<TaskView> {
      if (to !== projectId && !(await mayCreateIn(domain, orgId, to, by))) throw moveForbidden();
      const row = await underFreeName(
        stores.transaction(async (all) => {
          const { evaluation, project, share, task, webhook } = all;
          const found = await mustFind(task.tasks.lock({ id: taskId, project_id: projectId }));
          if (to === projectId) return found;
          if (!(await project.projects.lock({ id: to, org_id: orgId }))) throw moveForbidden();
          await refuseFull(all, orgId, to);
          await webhook.attachments.delete({ task_id: taskId });
          // Who may share it there decides anew.
          await share.shares.delete({ task_id: taskId });
          await share.links.delete({ task_id: taskId });
          await evaluation.evaluations.change({ task_id: taskId }, { project_id: to });
          const updated_at = new Date().toISOString();
          return changeTask({ task }, found, { project_id: to, updated_at });
        }),
      );
      await domain.access.announce({ task: taskId, project: projectId });
      return viewOf(row);
    },

    /** Deletes a task with its draft and revisions; its runs stay. */
    async delete({ projectId, taskId }: TaskPlace): Promise<void> {
      const deleted = await tasks.delete({ id: taskId, project_id: projectId });
      await domain.access.announce({ task: taskId });
      if (deleted === 0) throw notFound();
      await cancelEvaluations(stores, { task_id: taskId });
    },

    /** The view of a task, for other services that changed it. */
    viewOf,
  };
}

/** Updates the given columns of a locked task and increments its version. */
export async function changeTask(
  { task }: Pick<Stores, 'task'>,
  { id, version }: TaskRow,
  change: Partial<TaskRow>,
): Promise<TaskRow> {
  const [row] = await task.tasks.update({ id }, { ...change, version: version + 1 });
  return mustFind(row);
}

function newTask(
  { orgId, projectId }: { orgId: string; projectId: string },
  body: TaskCreate,
  definition: TaskDefinition,
  by: Principal,
): TaskRow {
  const now = new Date().toISOString();
  const author = actorOf(by);
  return newRow('task', {
    id: newId('task'),
    org_id: orgId,
    project_id: projectId,
    name: body.name.trim(),
    description: body.description ?? '',
    tags: toTags(body.tags ?? []),
    model_id: definition.model_id,
    created_by_id: author.id,
    created_by_name: author.name,
    created_at: now,
    updated_at: now,
  });
}

/** The sort keys of a task. Ids sort by creation time, so sorting by it needs no other key. */
function cursorOf(row: TaskRow, sort: TaskSort): TaskCursor {
  const { id, name, updated_at } = row;
  if (sort.endsWith('name')) return { key: name.toLowerCase(), id };
  return { key: sort.endsWith('updated_at') ? updated_at : '', id };
}

function isCursorFor(sort: TaskSort) {
  return (keys: Readonly<Record<string, unknown>>): keys is TaskCursor => {
    if (typeof keys.id !== 'string' || typeof keys.key !== 'string') return false;
    return !sort.endsWith('updated_at') || isTimeKey(keys.key);
  };
}

/** @throws ProblemError 409 when the project has reached its maximum number of tasks */
async function refuseFull(
  stores: Pick<Stores, 'task' | 'org' | 'billing'>,
  orgId: string,
  projectId: string,
): Promise<void> {
  const count = await stores.task.tasks.count({ project_id: projectId });
  await requirePlan(stores, orgId, 'tasks', count + 1);
}

async function mayCreateIn(
  { standing }: Pick<Domain, 'standing'>,
  orgId: string,
  projectId: string,
  by: Principal,
): Promise<boolean> {
  if (by.type !== 'user') return false;
  const found = await standing.of(by.userId, orgId, projectId);
  return can('project', found?.projectRole ?? null, 'create_task');
}

/** The same response whether the project does not exist or the caller may not create tasks in it. */
function moveForbidden(): ProblemError {
  return new ProblemError(
    'invalid_request',
    'Moving the task there requires permission to create tasks in that project.',
    { errors: [{ pointer: '/project_id', message: DETAIL.moveForbidden }] },
  );
}

/** @throws ProblemError 409 when the name is taken */
function underFreeName<T>(writing: Promise<T>): Promise<T> {
  return unlessTaken(writing, 'task_project_name', () => nameTaken(MESSAGES.task.nameTaken));
}
