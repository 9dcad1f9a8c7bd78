import { eq } from 'drizzle-orm';
import { VALIDATION } from '#core/messages.ts';
import { checkDefinition } from '#core/task/definition/definition.ts';
import { isWellEvaluated } from '#domain/evaluation/evaluation.service.ts';
import { decodeCursor, pageLimit, toPage } from '#domain/paging.ts';
import { invalidField, notFound, ProblemError } from '#domain/problem.ts';
import type { TaskRow } from '#domain/task/task.store.ts';
import { requireMatch } from '#domain/version.ts';
import { emit } from '#domain/webhook/webhook-event.service.ts';
import type {
  Actor,
  TaskActivation,
  TaskDefinition,
  TaskDraft,
  TaskDraftUpdate,
  TaskRevision,
  TaskRevisionCreate,
  TaskRevisionList,
} from '#generated/model/index.ts';
import type { Task } from '#generated/server/types.gen.ts';
import type { Tx } from '../../db/client.ts';
import { task } from '../../db/schema/task.ts';
import { createStores } from '../../stores.ts';
import { requireConfirmed, requireReplaced } from './comparison.service.ts';
import type { ContractChanges } from './contract-changes.ts';
import * as tasks from './task.repository.ts';
import type { TaskService, TaskServiceDeps } from './task.service.ts';
import * as revisions from './task-revision.repository.ts';
import { toDraft, toRevision, toRevisionSummary } from './task-views.ts';

/** A task and the project that it is asked for in. */
export interface TaskPlace {
  projectId: string;
  taskId: string;
}

export interface RevisionServiceDeps extends TaskServiceDeps {
  tasks: TaskService;
}

export type RevisionService = ReturnType<typeof createRevisionService>;

/** The draft of a task, its revisions, and which of them is active. */
export function createRevisionService(deps: RevisionServiceDeps) {
  const { database, models, cache } = deps;
  const { db } = database;

  async function found(projectId: string, taskId: string): Promise<TaskRow> {
    const row = await tasks.getTask(db, projectId, taskId);
    if (!row) throw notFound();
    return row;
  }

  /** Tells webhooks, if and only if the transaction is committed. */
  async function tellActivated(
    tx: Tx,
    before: TaskRow,
    revision: number,
    diff: ContractChanges | undefined,
  ): Promise<void> {
    const event = {
      task_id: before.id,
      task_name: before.name,
      revision,
      replaced: before.active_revision,
    };
    const stores = createStores(tx);
    await emit(stores, before.project_id, { type: 'task.revision_activated', ...event });
    if (!diff || diff.changes.length === 0) return;
    const changed = { type: 'task.contract_changed' as const, ...event, diff: { ...diff } };
    await emit(stores, before.project_id, changed);
  }

  /**
   * What callers notice when the active revision is replaced by this definition; undefined when none is active.
   * @throws ProblemError 409 when it breaks them and nobody confirmed that
   */
  async function checkReplaced(
    tx: Tx,
    owner: TaskRow,
    next: TaskDefinition,
    confirm: string | undefined,
  ): Promise<ContractChanges | undefined> {
    if (owner.active_revision === null) return undefined;
    const active = await revisions.getRevision(tx, owner.id, owner.active_revision);
    return active && requireConfirmed(owner, [active.definition, next], confirm);
  }

  async function locked(tx: Tx, projectId: string, taskId: string): Promise<TaskRow> {
    const row = await tasks.lockTask(tx, projectId, taskId);
    if (!row) throw notFound();
    return row;
  }

  return {
    async getDraft(projectId: string, taskId: string): Promise<TaskDraft> {
      await found(projectId, taskId);
      const row = await revisions.getDraft(db, taskId);
      if (!row) throw notFound();
      return toDraft(row);
    },

    /**
     * Saves the whole draft; it may break the rules of revisions.
     * @throws ProblemError 412 when someone else wrote since it was read
     */
    async replaceDraft(
      { projectId, taskId }: TaskPlace,
      body: TaskDraftUpdate,
      ifMatch: string | undefined,
      actor: Actor,
    ): Promise<TaskDraft> {
      const row = await db.transaction(async (tx) => {
        const owner = await locked(tx, projectId, taskId);
        const draft = await revisions.lockDraft(tx, taskId);
        if (!draft) throw notFound();
        requireMatch(ifMatch, draft);
        const base = body.base_revision === undefined ? draft.base_revision : body.base_revision;
        if (base !== null && base > (owner.latest_revision ?? 0)) {
          throw invalidField('/base_revision', 'The task has no revision of this number');
        }
        const updated_at = new Date().toISOString();
        // The task's version stays: nobody who renames it should be stopped by an autosave.
        const model_id = owner.active_revision === null ? body.definition.model_id : owner.model_id;
        await tx.update(task).set({ updated_at, model_id }).where(eq(task.id, taskId));
        return revisions.updateDraft(tx, taskId, {
          definition: body.definition,
          base_revision: base,
          updated_by_id: actor.id,
          updated_by_name: actor.name,
          updated_at,
        });
      });
      return toDraft(row);
    },

    /** A page of revisions, newest first, with how they did. */
    async list(
      projectId: string,
      taskId: string,
      query: { cursor?: string; page_limit?: number } = {},
    ): Promise<TaskRevisionList> {
      const owner = await found(projectId, taskId);
      const limit = pageLimit(query);
      const before = decodeCursor(query.cursor, isNumberCursor)?.number;
      const rows = await revisions.listRevisions(db, taskId, { limit: limit + 1, before });
      const page = toPage(rows, limit, (row) => ({ number: row.number }));
      const use = await tasks.revisionUse(
        db,
        taskId,
        page.rows.map((row) => row.number),
      );
      const results = page.rows.map((row) =>
        toRevisionSummary(
          row,
          owner.active_revision,
          use.find((entry) => entry.revision === row.number),
        ),
      );
      return { results, pagination: page.pagination };
    },

    async get(projectId: string, taskId: string, number: number): Promise<TaskRevision> {
      const owner = await found(projectId, taskId);
      const row = await revisions.getRevision(db, taskId, number);
      if (!row) throw notFound();
      return toRevision(row, owner.active_revision);
    },

    /**
     * Saves the draft as the next revision; numbers have no gaps, also when several are saved at once.
     * @param ifMatch the draft's ETag
     * @throws ProblemError 400 with every rule that the draft breaks, 412 when the draft changed
     */
    async create(
      { projectId, taskId }: TaskPlace,
      body: TaskRevisionCreate,
      ifMatch: string | undefined,
      actor: Actor,
    ): Promise<TaskRevision> {
      const { row, active } = await db.transaction(async (tx) => {
        const owner = await locked(tx, projectId, taskId);
        const draft = await revisions.lockDraft(tx, taskId);
        if (!draft) throw notFound();
        requireMatch(ifMatch, draft);
        const { definition } = draft;
        const known = models.find(definition.model_id)?.info;
        const errors = checkDefinition(definition, {
          models: known ? [known] : [],
          at: '/definition',
        });
        if (errors.length > 0) {
          throw new ProblemError(
            'invalid_request',
            'The draft breaks rules that a revision must keep.',
            { errors },
          );
        }
        if (body.activate) requireActive(owner, body.replaces);
        if (body.activate && owner.evaluation_required) {
          throw new ProblemError('evaluation_required', VALIDATION.evaluationRequiredNew);
        }
        const diff = body.activate
          ? await checkReplaced(tx, owner, definition, body.confirm)
          : undefined;
        const revision = {
          task_id: taskId,
          number: (owner.latest_revision ?? 0) + 1,
          definition,
          note: body.note ?? '',
          author_id: actor.id,
          author_name: actor.name,
          created_at: new Date().toISOString(),
        };
        await revisions.insertRevision(tx, revision);
        await revisions.setDraftBase(tx, taskId, revision.number);
        const changed = await tasks.updateTask(tx, taskId, {
          latest_revision: revision.number,
          updated_at: revision.created_at,
          ...(body.activate && {
            active_revision: revision.number,
            previous_revision: owner.active_revision,
            model_id: definition.model_id,
          }),
        });
        if (body.activate) await tellActivated(tx, owner, revision.number, diff);
        return { row: revision, active: changed.active_revision };
      });
      if (body.activate) await cache.changed(taskId);
      return toRevision(row, active);
    },

    /**
     * Makes a revision the one that calls get.
     * @throws ProblemError 404, 409 when another one is active than the caller believes, or when callers would break
     *   and nobody confirmed that
     */
    async activate(
      projectId: string,
      taskId: string,
      number: number,
      body: TaskActivation,
    ): Promise<Task> {
      const row = await db.transaction(async (tx) => {
        const owner = await locked(tx, projectId, taskId);
        const revision = await revisions.getRevision(tx, taskId, number);
        if (!revision) throw notFound();
        requireActive(owner, body.replaces);
        if (owner.active_revision === number) return owner;
        // Going back is never held up: callers had that one.
        const isBack = number === owner.previous_revision;
        if (
          owner.evaluation_required &&
          !isBack &&
          !(await isWellEvaluated(createStores(tx), owner, number))
        ) {
          throw new ProblemError('evaluation_required', VALIDATION.evaluationRequired(number));
        }
        const diff = await checkReplaced(tx, owner, revision.definition, body.confirm);
        await tellActivated(tx, owner, number, diff);
        return tasks.updateTask(tx, taskId, {
          active_revision: number,
          previous_revision: owner.active_revision,
          model_id: revision.definition.model_id,
          updated_at: new Date().toISOString(),
        });
      });
      await cache.changed(taskId);
      return deps.tasks.viewOf(row);
    },
  };
}

/** @throws ProblemError 409 when another revision is active than the caller believes */
function requireActive({ active_revision }: TaskRow, believed: number | null | undefined): void {
  const now = active_revision === null ? 'None' : `Revision ${active_revision}`;
  requireReplaced(believed, active_revision, `${now} is active now`);
}

function isNumberCursor(keys: Readonly<Record<string, unknown>>): keys is { number: number } {
  return Number.isInteger(keys.number) && (keys.number as number) <= 2_147_483_647;
}
