import { newId } from '#core/ids.ts';
import { MAX_TASKS } from '#core/limits.ts';
import { MESSAGES, VALIDATION } from '#core/messages.ts';
import { emptyDefinition } from '#core/task/definition/definition.ts';
import { toTags } from '#core/task/tags.ts';
import { decodeCursor, pageLimit, toPage } from '#domain/paging.ts';
import { nameTaken, notFound, ProblemError } from '#domain/problem.ts';
import type { TaskRow } from '#domain/task/task.store.ts';
import { requireMatch } from '#domain/version.ts';
import type {
  Actor,
  TaskCreate,
  TaskSort,
  TaskTagList,
  TaskUpdate,
} from '#generated/model/index.ts';
import type { Task, TaskList } from '#generated/server/types.gen.ts';
import type { Database } from '../../db/client.ts';
import { uniqueViolation } from '../../db/errors.ts';
import type { ModelService } from '../model/model.service.ts';
import type { RunnableCache } from './runnable-cache.ts';
import type { TaskCursor, TaskScope } from './task.repository.ts';
import * as tasks from './task.repository.ts';
import { statsDays, toStats, toTask } from './task-views.ts';

export interface TaskListQuery {
  q?: string;
  sort?: TaskSort;
  tag?: string;
  archived?: boolean;
  cursor?: string;
  page_limit?: number;
}

export interface TaskServiceDeps {
  database: Database;
  models: ModelService;
  cache: RunnableCache;
}

export type TaskService = ReturnType<typeof createTaskService>;

/** Tasks themselves: list, create, rename, delete. Drafts and revisions are `createRevisionService`'s. */
export function createTaskService({ database, models, cache }: TaskServiceDeps) {
  const { db } = database;

  async function withStats(rows: readonly TaskRow[]): Promise<Task[]> {
    const ids = rows.map((row) => row.id);
    const days = statsDays(new Date());
    const [use, last] = await Promise.all([
      tasks.dailyUse(db, ids, days[0] ?? ''),
      tasks.lastRuns(db, ids),
    ]);
    const byTask = Map.groupBy(use, (entry) => entry.task_id);
    return rows.map((row) =>
      toTask(row, toStats(days, byTask.get(row.id) ?? [], last.get(row.id))),
    );
  }

  async function viewOf(row: TaskRow): Promise<Task> {
    const [view] = await withStats([row]);
    return view as Task;
  }

  return {
    /** A page of tasks of a project, or of the projects of an organisation that the caller may see. */
    async list(scope: TaskScope, query: TaskListQuery = {}): Promise<TaskList> {
      const sort = query.sort ?? '-updated_at';
      const limit = pageLimit(query);
      const after = decodeCursor(query.cursor, isCursorFor(sort));
      const { q, tag, archived } = query;
      const options = { sort, limit: limit + 1, q, tag, archived, after };
      const rows = await tasks.listTasks(db, scope, options);
      const page = toPage(rows, limit, (row) => tasks.cursorOf(row, sort));
      return { results: await withStats(page.rows), pagination: page.pagination };
    },

    /** @throws ProblemError 404 */
    async get(projectId: string, taskId: string): Promise<Task> {
      const row = await tasks.getTask(db, projectId, taskId);
      if (!row) throw notFound();
      return viewOf(row);
    },

    /**
     * A new task with its draft.
     * @throws ProblemError 409 when the name is taken or the project is full
     */
    async create(
      place: { orgId: string; projectId: string },
      body: TaskCreate,
      actor: Actor,
    ): Promise<Task> {
      const now = new Date().toISOString();
      const definition = body.definition ?? emptyDefinition(await models.defaultId());
      const row: TaskRow = {
        id: newId('task'),
        org_id: place.orgId,
        project_id: place.projectId,
        name: body.name.trim(),
        description: body.description ?? '',
        tags: toTags(body.tags ?? []),
        archived_at: null,
        evaluation_required: false,
        active_revision: null,
        latest_revision: null,
        previous_revision: null,
        environments: {},
        model_id: definition.model_id,
        version: 1,
        created_by_id: actor.id,
        created_by_name: actor.name,
        created_at: now,
        updated_at: now,
      };
      const draft = {
        task_id: row.id,
        definition,
        base_revision: null,
        version: 1,
        updated_by_id: actor.id,
        updated_by_name: actor.name,
        updated_at: now,
      };
      await refuseTakenName(() =>
        db.transaction(async (tx) => {
          const count = await tasks.lockTaskCount(tx, place.projectId);
          if (count >= MAX_TASKS) throw new ProblemError('task_limit_reached', MESSAGES.task.limit);
          await tasks.insertTask(tx, row, draft);
        }),
      );
      return viewOf(row);
    },

    /**
     * Renames, describes, tags or archives.
     * @throws ProblemError 404, 409 when the name is taken, 412 when it changed
     */
    async update(
      projectId: string,
      taskId: string,
      body: TaskUpdate,
      ifMatch: string | undefined,
    ): Promise<Task> {
      const row = await refuseTakenName(() =>
        db.transaction(async (tx) => {
          const found = await tasks.lockTask(tx, projectId, taskId);
          if (!found) throw notFound();
          requireMatch(ifMatch, found);
          const { archived } = body;
          if (Object.keys(body).length === 0) return found;
          return tasks.updateTask(tx, taskId, {
            ...(body.name !== undefined && { name: body.name.trim() }),
            ...(body.description !== undefined && { description: body.description }),
            ...(body.tags !== undefined && { tags: toTags(body.tags) }),
            ...(archived !== undefined && {
              archived_at: archived ? (found.archived_at ?? new Date().toISOString()) : null,
            }),
            ...(body.evaluation_required !== undefined && {
              evaluation_required: body.evaluation_required,
            }),
            updated_at: new Date().toISOString(),
          });
        }),
      );
      await cache.changed(taskId);
      return viewOf(row);
    },

    /** The tags of a project's tasks. */
    async tags(projectId: string): Promise<TaskTagList> {
      const pagination = { has_next: false, next_cursor: null };
      return { results: await tasks.listTags(db, projectId), pagination };
    },

    /**
     * Takes a task to another project of the organisation.
     * @param mayCreateIn whether the caller may create tasks there; asked only when the project is another one
     * @throws ProblemError 400, 404, 409 when the name is taken there or that project is full
     */
    async move(
      place: { orgId: string; projectId: string; taskId: string },
      to: string,
      mayCreateIn: () => Promise<boolean>,
    ): Promise<Task> {
      const { orgId, projectId, taskId } = place;
      if (to !== projectId && !(await mayCreateIn())) throw moveForbidden();
      const row = await refuseTakenName(() =>
        db.transaction(async (tx) => {
          const found = await tasks.lockTask(tx, projectId, taskId);
          if (!found) throw notFound();
          if (to === projectId) return found;
          if (!(await tasks.isProjectOf(tx, orgId, to))) throw moveForbidden();
          const count = await tasks.lockTaskCount(tx, to);
          if (count >= MAX_TASKS) throw new ProblemError('task_limit_reached', MESSAGES.task.limit);
          return tasks.moveTask(tx, taskId, to);
        }),
      );
      await cache.changed(taskId);
      return viewOf(row);
    },

    /** Deletes a task with its draft and revisions; its runs stay. */
    async delete(projectId: string, taskId: string): Promise<void> {
      const wasThere = await tasks.deleteTask(db, projectId, taskId);
      await cache.changed(taskId);
      if (!wasThere) throw notFound();
    },

    /** A task as its pages show it, after another service changed it. */
    viewOf,
  };
}

function isCursorFor(sort: TaskSort) {
  return (keys: Readonly<Record<string, unknown>>): keys is TaskCursor => {
    if (typeof keys.id !== 'string' || typeof keys.key !== 'string') return false;
    return !sort.endsWith('updated_at') || !Number.isNaN(Date.parse(keys.key));
  };
}

/** Whether the project is not there or only not theirs is not told. */
function moveForbidden(): ProblemError {
  return new ProblemError(
    'invalid_request',
    'The task cannot be moved there: it needs the right to create tasks in that project.',
    { errors: [{ pointer: '/project_id', message: VALIDATION.moveForbidden }] },
  );
}

async function refuseTakenName<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (uniqueViolation(error) === 'task_project_name') throw nameTaken(MESSAGES.task.nameTaken);
    throw error;
  }
}
