import type { TaskDraft, TaskDraftUpdate } from '#generated/model/index.ts';
import type { Call } from '../call.ts';
import type { Domain } from '../domain.ts';
import { actorOf } from '../principal.ts';
import { invalidField, mustFind } from '../problem.ts';
import { requireNoNewReference } from '../share/guest.ts';
import { mayChangeCalls, requireKnownCalls } from '../tool/tool-changes.ts';
import { requireMatch } from '../version.ts';
import type { TaskPlace } from './task.store.ts';
import { toDraft } from './task-views.ts';

/** The draft of a task: its working state before it becomes a revision. */
export function createDraftService({ stores }: Pick<Domain, 'stores'>) {
  const { tasks, drafts } = stores.task;

  return {
    /** @throws ProblemError 404 */
    async get({ projectId, taskId }: TaskPlace): Promise<TaskDraft> {
      await mustFind(tasks.find({ id: taskId, project_id: projectId }));
      return toDraft(await mustFind(drafts.find({ task_id: taskId })));
    },

    /**
     * Saves the whole draft, which need not be valid yet.
     * @throws ProblemError 400 for what the caller may not add, 412 when someone else has changed it since it was read
     */
    async replace(
      { projectId, taskId }: TaskPlace,
      { definition, base_revision }: TaskDraftUpdate,
      ifMatch: string | undefined,
      { principal: by, access }: Pick<Call<'replaceTaskDraft'>, 'principal' | 'access'>,
    ): Promise<TaskDraft> {
      return stores.transaction(async ({ task }) => {
        const owner = await mustFind(task.tasks.lock({ id: taskId, project_id: projectId }));
        const draft = await mustFind(task.drafts.lock({ task_id: taskId }));
        requireMatch(ifMatch, draft);
        requireNoNewReference(
          access,
          draft.definition.retrieval?.collection_ids ?? [],
          definition.retrieval?.collection_ids ?? [],
          (at) => `/definition/retrieval/collection_ids/${at}`,
        );
        const base = base_revision === undefined ? draft.base_revision : base_revision;
        if (!mayChangeCalls(access)) {
          const restored =
            base === null
              ? undefined
              : await task.revisions.find({ task_id: taskId, number: base });
          const known = [draft.definition, ...(restored ? [restored.definition] : [])];
          requireKnownCalls(
            known.flatMap(({ tools = [] }) => tools),
            definition.tools ?? [],
          );
        }
        if (base !== null && base > (owner.latest_revision ?? 0)) {
          throw invalidField('/base_revision', 'The task has no revision with this number');
        }
        const updated_at = new Date().toISOString();
        const model_id = owner.active_revision === null ? definition.model_id : owner.model_id;
        // The task's version is unchanged: autosaving must not conflict with someone renaming the task.
        await task.tasks.change({ id: taskId }, { updated_at, model_id });
        const { id, name } = actorOf(by);
        const [changed] = await task.drafts.update(
          { task_id: taskId },
          {
            definition,
            base_revision: base,
            updated_by_id: id,
            updated_by_name: name,
            updated_at,
            version: draft.version + 1,
          },
        );
        return toDraft(await mustFind(changed));
      });
    },
  };
}
