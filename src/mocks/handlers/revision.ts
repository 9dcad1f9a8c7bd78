import { VALIDATION } from '#core/messages.ts';
import { checkDefinition } from '#core/task/definition/definition.ts';
import { outputSchema } from '#core/task/output/output-schema.ts';
import { isWellEvaluated } from '#domain/evaluation/evaluation.service.ts';
import { invalidRequest, notFound, ProblemError } from '#domain/problem.ts';
import { emit } from '#domain/webhook/webhook-event.service.ts';
import type { TaskDefinition, TaskDraft, TaskRevision } from '#generated/model/index.ts';
import { mockChanges } from '../compare.ts';
import { Answer } from '../http/answer.ts';
import { type Order, paginate } from '../http/paging.ts';
import { checkIfMatch } from '../http/preconditions.ts';
import { createMemoryStores } from '../memory/stores.ts';
import { revisionStatsOf } from '../run/stats.ts';
import {
  actorOf,
  etagOf,
  type Store,
  type StoredRevision,
  type StoredTask,
  timestamp,
} from '../store.ts';
import type { Resolvers } from './resolver.ts';
import { taskById, toTask, touch } from './task.ts';

const ORDER: Order<StoredRevision> = {
  name: 'revision',
  id: (revision) => String(revision.number).padStart(10, '0'),
  descending: true,
};

/** Drafts and revisions of tasks. */
export const revisionResolvers = {
  getTaskDraft: ({ store, params }) => withTag(taskById(store, params.taskId)),

  replaceTaskDraft: ({ store, user, params, body, request }) => {
    const task = taskById(store, params.taskId);
    checkIfMatch(request, task.draft);
    const base = body.base_revision === undefined ? task.draft.base_revision : body.base_revision;
    if (base !== null && !task.revisions.some((revision) => revision.number === base)) {
      throw invalidRequest([{ pointer: '/base_revision', message: 'There is no such revision' }]);
    }
    task.draft = {
      definition: body.definition,
      base_revision: base,
      updated_by: actorOf(user),
      updated_at: timestamp(),
      version: task.draft.version + 1,
    };
    task.updated_at = task.draft.updated_at;
    return withTag(task);
  },

  listTaskRevisions: ({ store, params, query }) => {
    const task = taskById(store, params.taskId);
    const { results, pagination } = paginate(task.revisions, query, ORDER);
    const summaries = results.map(({ definition: _, ...revision }) => ({
      task_id: task.id,
      ...revision,
      is_active: revision.number === task.active_revision,
      stats: revisionStatsOf(store, task.id, revision.number),
    }));
    return { results: summaries, pagination };
  },

  createTaskRevision: ({ store, user, params, body, request }) => {
    const task = taskById(store, params.taskId);
    checkIfMatch(request, task.draft);
    const { definition } = task.draft;
    const errors = checkDefinition(definition, { models: store.data.models, at: '/definition' });
    if (errors.length > 0) throw invalidRequest(errors);
    if (body.activate) requireReplaced(body.replaces, task.active_revision);
    if (body.activate && task.evaluation_required) {
      throw new ProblemError('evaluation_required', VALIDATION.evaluationRequiredNew);
    }
    const diff = body.activate ? checkReplaced(task, definition, body.confirm) : undefined;
    const number = (task.revisions.at(-1)?.number ?? 0) + 1;
    const revision = {
      number,
      note: body.note ?? '',
      author: actorOf(user),
      created_at: timestamp(),
      definition,
    };
    task.revisions.push(revision);
    task.draft.base_revision = number;
    if (body.activate) activate(store, task, number, diff);
    touch(task);
    const { org_id, project_id, id } = task;
    const Location = `/api/v1/org/${org_id}/project/${project_id}/task/${id}/revision/${number}`;
    return new Answer(toRevision(task, revision), 201, { Location });
  },

  getTaskRevision: ({ store, params }) => {
    const task = taskById(store, params.taskId);
    return toRevision(task, revisionOf(task, Number(params.revisionNumber)));
  },

  activateTaskRevision: async ({ store, params, body }) => {
    const task = taskById(store, params.taskId);
    const { number, definition } = revisionOf(task, Number(params.revisionNumber));
    requireReplaced(body.replaces, task.active_revision);
    if (task.active_revision !== number) {
      const isBack = number === task.previous_revision;
      if (
        task.evaluation_required &&
        !isBack &&
        !(await isWellEvaluated(createMemoryStores(store), task, number))
      ) {
        throw new ProblemError('evaluation_required', VALIDATION.evaluationRequired(number));
      }
      activate(store, task, number, checkReplaced(task, definition, body.confirm));
      touch(task);
    }
    return toTask(store, task);
  },
} satisfies Partial<Resolvers>;

function activate(
  store: Store,
  task: StoredTask,
  number: number,
  diff: ReturnType<typeof mockChanges> | undefined,
): void {
  const replaced = task.active_revision;
  task.previous_revision = replaced;
  task.active_revision = number;
  const event = { task_id: task.id, task_name: task.name, revision: number, replaced };
  const stores = createMemoryStores(store);
  void emit(stores, task.project_id, { type: 'task.revision_activated', ...event });
  if (diff && diff.changes.length > 0)
    void emit(stores, task.project_id, {
      type: 'task.contract_changed',
      ...event,
      diff: { ...diff },
    });
}

/** Refuses to replace another revision than the caller believes. */
export function requireReplaced(believed: number | null | undefined, now: number | null): void {
  if (believed === undefined || believed === now) return;
  throw new ProblemError(
    'active_revision_changed',
    `Callers get ${now === null ? 'no revision' : `revision ${now}`} now. Look at it, and try again.`,
  );
}

/** What callers of the active revision notice. */
function checkReplaced(task: StoredTask, next: TaskDefinition, confirm: string | undefined) {
  const active = task.revisions.find(({ number }) => number === task.active_revision);
  return active && requireConfirmed(task, [active.definition, next], confirm);
}

/** What callers notice; refused when it breaks them and nobody confirmed that. */
export function requireConfirmed(
  task: StoredTask,
  [base, next]: [TaskDefinition, TaskDefinition],
  confirm: string | undefined,
) {
  const diff = mockChanges(base, next);
  if (diff.verdict !== 'breaking' || confirm?.trim() === task.name) return diff;
  throw new ProblemError(
    'contract_breaks',
    `It breaks callers of “${task.name}”. Look at the changes; to go on, send the task's name as \`confirm\`.`,
    { changes: diff.changes },
  );
}

/** The revision of a task with that number. */
export function revisionOf(task: StoredTask, number: number): StoredRevision {
  const revision = task.revisions.find((candidate) => candidate.number === number);
  if (!revision) throw notFound();
  return revision;
}

function toRevision(task: StoredTask, revision: StoredRevision): TaskRevision {
  return {
    task_id: task.id,
    ...revision,
    is_active: revision.number === task.active_revision,
    output_schema: outputSchema(revision.definition.output_format),
  };
}

function withTag(task: StoredTask): Answer<TaskDraft> {
  const { version: _, ...draft } = task.draft;
  const etag = etagOf(task.draft);
  return new Answer({ task_id: task.id, ...draft, etag }, 200, { ETag: etag });
}
