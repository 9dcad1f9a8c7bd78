import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  gt,
  ilike,
  inArray,
  isNotNull,
  isNull,
  lt,
  ne,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import { dataset } from '#domain/evaluation/evaluation.tables.ts';
import type { MethodsOf } from '#domain/stores.ts';
import type {
  RunnableTask,
  TaskCursor,
  TaskScope,
  TaskSearch,
  TaskStore,
} from '#domain/task/task.store.ts';
import { type TaskRow, task, taskRevision } from '#domain/task/task.tables.ts';
import { isLiveProject } from '../../access/live-project.repository.ts';
import type { Db, Tx } from '../../db/client.ts';
import { containing } from '../../db/containing.ts';
import { callerMethods } from './task-callers.repository.ts';
import { figureMethods } from './task-figures.repository.ts';

export function taskMethods(db: Db | Tx): MethodsOf<TaskStore> {
  return {
    search: (scope, options) => search(db, scope, options),
    async tags(projectId) {
      const { rows } = await db.execute<{ tag: string; tasks: number }>(sql`
        select min(t.tag) as tag, count(*)::int as tasks
        from ${task}, unnest(${task.tags}) as t(tag)
        where ${task.project_id} = ${projectId} and ${task.archived_at} is null
        group by lower(t.tag) order by lower(t.tag)`);
      return rows;
    },
    revisionHeads(taskId, { limit, before }) {
      const { definition: _, ...head } = getTableColumns(taskRevision);
      const older = before === undefined ? undefined : lt(taskRevision.number, before);
      return db
        .select(head)
        .from(taskRevision)
        .where(and(eq(taskRevision.task_id, taskId), older))
        .orderBy(desc(taskRevision.number))
        .limit(limit);
    },
    // Other tasks in the project with a check that uses this one as a judge.
    judgedTasks({ projectId, taskId }) {
      const judgeCheck = JSON.stringify([{ type: 'judge', task_id: taskId }]);
      return db
        .selectDistinct({ id: task.id, name: task.name })
        .from(dataset)
        .innerJoin(task, eq(task.id, dataset.task_id))
        .where(
          and(
            eq(task.project_id, projectId),
            ne(task.id, taskId),
            sql`${dataset.checks} @> ${judgeCheck}::jsonb`,
          ),
        )
        .orderBy(asc(task.name), asc(task.id));
    },
    ...figureMethods(db),
    ...callerMethods(db),
  };
}

/** The parts of a task that a call needs, in one query. */
export async function getRunnable(db: Db, taskId: string): Promise<RunnableTask | undefined> {
  const { id, org_id, project_id, name, active_revision, environments, archived_at } = task;
  const columns = { id, org_id, project_id, name, active_revision, environments, archived_at };
  const [row] = await db
    .select({ ...columns, definition: taskRevision.definition })
    .from(task)
    .leftJoin(
      taskRevision,
      and(eq(taskRevision.task_id, task.id), eq(taskRevision.number, task.active_revision)),
    )
    .where(eq(task.id, taskId));
  return row;
}

type SortKey = 'name' | 'updated_at' | 'created_at';

function search(db: Db | Tx, scope: TaskScope, options: TaskSearch): Promise<TaskRow[]> {
  const isDown = options.sort.startsWith('-');
  const key = options.sort.replace('-', '') as SortKey;
  const { q, tag, archived = false, after } = options;
  const order = isDown ? desc : asc;
  const conditions = [
    scopeOf(scope),
    archived ? isNotNull(task.archived_at) : isNull(task.archived_at),
    after && afterOf(key, isDown, after),
  ];
  if (tag !== undefined)
    conditions.push(sql`lower(${tag.trim()}) in (select lower(t) from unnest(${task.tags}) t)`);
  if (q?.trim()) {
    for (const word of q.trim().split(/\s+/)) {
      const pattern = containing(word);
      conditions.push(or(ilike(task.name, pattern), ilike(task.description, pattern)));
    }
  }
  const sorts = key === 'created_at' ? [order(task.id)] : [order(columnOf(key)), order(task.id)];
  return db
    .select()
    .from(task)
    .where(and(...conditions))
    .orderBy(...sorts)
    .limit(options.limit);
}

function scopeOf(scope: TaskScope): SQL | undefined {
  if ('projectId' in scope) return eq(task.project_id, scope.projectId);
  const { orgId, projectIds } = scope;
  return and(
    eq(task.org_id, orgId),
    isLiveProject(sql`${task.project_id}`),
    projectIds && inArray(task.project_id, [...projectIds]),
  );
}

function columnOf(key: SortKey): SQL {
  return key === 'name' ? sql`lower(${task.name})` : sql`${task.updated_at}`;
}

function afterOf(key: SortKey, isDown: boolean, { key: value, id }: TaskCursor): SQL {
  // Ids sort by creation time, so sorting by it needs no other key.
  if (key === 'created_at') return isDown ? lt(task.id, id) : gt(task.id, id);
  const given = key === 'name' ? sql`${value}` : sql`${value}::timestamptz`;
  const operator = isDown ? sql`<` : sql`>`;
  return sql`(${columnOf(key)}, ${task.id}) ${operator} (${given}, ${id})`;
}
