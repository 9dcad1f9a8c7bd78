import { checkDefinition } from '#core/task/definition/definition.ts';
import { TASK_VALIDATION } from '#core/task/task-validation.ts';
import type {
  FieldError,
  TaskActivation,
  TaskDefinition,
  TaskRevision,
  TaskRevisionCreate,
  TaskRevisionList,
} from '#generated/model/index.ts';
import { DETAIL } from '../details.ts';
import { findModel } from '../endpoint/own-models.ts';
import { isWellEvaluated } from '../evaluation/evaluation.service.ts';
import {
  type CursorKeys,
  decodeCursor,
  isIntegerKey,
  type PageQuery,
  pageLimit,
  toPage,
} from '../paging.ts';
import { actorOf, type Principal } from '../principal.ts';
import { mustFind, ProblemError } from '../problem.ts';
import type { Stores } from '../stores.ts';
import { changeTask, createTaskService, type TaskDomain } from '../task/task.service.ts';
import type { TaskPlace } from '../task/task.store.ts';
import type { TaskRevisionRow, TaskRow } from '../task/task.tables.ts';
import { type TaskView, toRevision, toRevisionSummary } from '../task/task-views.ts';
import { requireMatch } from '../version.ts';
import { emit } from '../webhook/webhook-event.service.ts';
import { requireConfirmed, requireReplaced } from './confirm.ts';
import type { ContractChanges } from './contract-changes.ts';
import { type Compare, whileComparing } from './while-comparing.ts';

/** The revisions of a task, and which of them is active. */
export function createRevisionService(domain: TaskDomain) {
  const { stores } = domain;

  /** @throws ProblemError 400 with every rule that the draft breaks */
  async function checkDraft(
    within: Stores,
    { org_id, project_id }: TaskRow,
    definition: TaskDefinition,
  ): Promise<void> {
    const found = await findModel({ ...domain, stores: within }, org_id, definition.model_id);
    const known = found?.info;
    const options = { models: known ? [known] : [], at: '/definition' };
    const errors = [
      ...checkDefinition(definition, options),
      ...(await checkCollections(within, project_id, definition)),
    ];
    if (errors.length === 0) return;
    const detail = "The draft isn't valid yet.";
    throw new ProblemError('invalid_request', detail, { errors });
  }

  return {
    /** A page of revisions, newest first, with their statistics. */
    async list(
      { id: taskId, active_revision }: TaskRow,
      query: PageQuery,
    ): Promise<TaskRevisionList> {
      const limit = pageLimit(query);
      const before = decodeCursor(query.cursor, isNumberCursor)?.number;
      const found = await stores.task.revisionHeads(taskId, { limit: limit + 1, before });
      const { rows, pagination } = toPage(found, limit, ({ number }) => ({ number }));
      const numbers = rows.map(({ number }) => number);
      const use = await stores.task.revisionUse(taskId, numbers);
      const useOf = new Map(use.map((entry) => [entry.revision, entry]));
      const results = rows.map((row) =>
        toRevisionSummary(row, active_revision, useOf.get(row.number)),
      );
      return { results, pagination };
    },

    get: ({ active_revision }: TaskRow, row: TaskRevisionRow): TaskRevision =>
      toRevision(row, active_revision),

    /**
     * Saves the draft as the next revision. Numbers have no gaps, even when several are saved at once.
     * @param ifMatch the draft's ETag
     * @throws ProblemError 400 with every rule that the draft breaks, 412 when the draft changed
     */
    async create(
      { projectId, taskId }: TaskPlace,
      body: TaskRevisionCreate,
      ifMatch: string | undefined,
      by: Principal,
    ): Promise<TaskRevision> {
      const { activate } = body;
      const saveIn = async (within: Stores, compare: Compare) => {
        const { task } = within;
        const owner = await mustFind(task.tasks.lock({ id: taskId, project_id: projectId }));
        const draft = await mustFind(task.drafts.lock({ task_id: taskId }));
        requireMatch(ifMatch, draft);
        const { definition } = draft;
        await checkDraft(within, owner, definition);
        if (activate) requireActive(owner, body.replaces);
        if (activate && owner.evaluation_required) {
          throw new ProblemError('evaluation_required', DETAIL.evaluationRequiredNew);
        }
        const changes =
          activate && (await checkReplaced(within, compare, owner, definition, body.confirm));
        const number = (owner.latest_revision ?? 0) + 1;
        const author = actorOf(by);
        const revision = {
          task_id: taskId,
          number,
          definition,
          note: body.note ?? '',
          author_id: author.id,
          author_name: author.name,
          created_at: new Date().toISOString(),
        };
        await task.revisions.insert(revision);
        // The draft's version is unchanged, since its content is the same.
        await task.drafts.change({ task_id: taskId }, { base_revision: number });
        const changed = await changeTask(within, owner, {
          latest_revision: number,
          updated_at: revision.created_at,
          ...(activate && activation(owner, number, definition)),
        });
        if (activate) await emitActivated(within, owner, number, changes || undefined);
        return { row: revision, active: changed.active_revision };
      };
      const { row, active } = await whileComparing(domain.task, (compare) =>
        stores.transaction((within) => saveIn(within, compare)),
      );
      if (activate) await domain.access.announce({ task: taskId });
      return toRevision(row, active);
    },

    /**
     * Sets a revision active, so that calls use it.
     * @throws ProblemError 404, 409 when another revision is active than the caller expects, or when an unconfirmed
     *   change would break callers
     */
    async activate(
      { projectId, taskId }: TaskPlace,
      { number, definition }: TaskRevisionRow,
      body: TaskActivation,
    ): Promise<TaskView> {
      const activateIn = async (within: Stores, compare: Compare) => {
        const { task } = within;
        const owner = await mustFind(task.tasks.lock({ id: taskId, project_id: projectId }));
        requireActive(owner, body.replaces);
        if (owner.active_revision === number) return owner;
        await requireEvaluated(within, owner, number);
        const changes = await checkReplaced(within, compare, owner, definition, body.confirm);
        await emitActivated(within, owner, number, changes);
        return changeTask(within, owner, {
          ...activation(owner, number, definition),
          updated_at: new Date().toISOString(),
        });
      };
      const row = await whileComparing(domain.task, (compare) =>
        stores.transaction((within) => activateIn(within, compare)),
      );
      await domain.access.announce({ task: taskId });
      return createTaskService(domain).viewOf(row);
    },
  };
}

function activation(owner: TaskRow, number: number, { model_id }: TaskDefinition) {
  return { active_revision: number, previous_revision: owner.active_revision, model_id };
}

/**
 * A task may require that a revision's latest evaluation against the active one found no regressions.
 * @throws ProblemError 409
 */
async function requireEvaluated(stores: Stores, owner: TaskRow, number: number): Promise<void> {
  // Rolling back is always possible: callers had that revision before.
  if (!owner.evaluation_required || number === owner.previous_revision) return;
  if (await isWellEvaluated(stores, owner, number)) return;
  throw new ProblemError('evaluation_required', TASK_VALIDATION.evaluationRequired(number));
}

/**
 * The changes for callers when this definition replaces the active revision; undefined when none is active.
 * @throws ProblemError 409 when they break callers and are unconfirmed
 */
async function checkReplaced(
  { task }: Pick<Stores, 'task'>,
  compare: Compare,
  owner: TaskRow,
  next: TaskDefinition,
  confirm: string | undefined,
): Promise<ContractChanges | undefined> {
  const { id, active_revision } = owner;
  if (active_revision === null) return undefined;
  const active = await task.revisions.find({ task_id: id, number: active_revision });
  return active && requireConfirmed(compare, owner, [active.definition, next], confirm);
}

/** Records the webhook events within the transaction, so that they exist only if it commits. */
async function emitActivated(
  stores: Stores,
  owner: TaskRow,
  revision: number,
  diff: ContractChanges | undefined,
): Promise<void> {
  const { id, name, project_id, active_revision } = owner;
  const event = { task_id: id, task_name: name, revision, replaced: active_revision };
  await emit(stores, project_id, { type: 'task.revision_activated', ...event });
  if (!diff || diff.changes.length === 0) return;
  await emit(stores, project_id, { type: 'task.contract_changed', ...event, diff: { ...diff } });
}

/** @throws ProblemError 409 when another revision is active than the caller expects */
function requireActive({ active_revision }: TaskRow, believed: number | null | undefined): void {
  const now = active_revision === null ? 'No revision' : `Revision ${active_revision}`;
  requireReplaced(believed, active_revision, `${now} is active now`);
}

function isNumberCursor(keys: CursorKeys): keys is { number: number } {
  return isIntegerKey(keys.number);
}

/** Validates the collections of a definition: each must exist in the task's project. */
async function checkCollections(
  { collection: { collections } }: Pick<Stores, 'collection'>,
  projectId: string,
  { retrieval }: TaskDefinition,
): Promise<FieldError[]> {
  const ids = retrieval?.collection_ids ?? [];
  if (ids.length === 0) return [];
  const found = await collections.list({ where: { id: { in: ids }, project_id: projectId } });
  return ids.flatMap((id, index) => {
    const pointer = `/definition/retrieval/collection_ids/${index}`;
    const isKnown = found.some((one) => one.id === id);
    return isKnown ? [] : [{ pointer, message: DETAIL.collectionUnknown }];
  });
}
