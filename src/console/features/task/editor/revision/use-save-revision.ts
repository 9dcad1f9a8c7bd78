import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isApiError } from '#console/api/api-error.ts';
import { mutate } from '#console/api/query/calls.ts';
import { track } from '#console/modules/analytics/analytics.ts';
import { useModels } from '#console/modules/model/use-models.ts';
import { attempt } from '#console/ui/feedback/attempt.ts';
import { toast } from '#console/ui/feedback/toast.ts';
import { TASK_VALIDATION } from '#core/task/task-validation.ts';
import {
  activateTaskRevision,
  createTaskRevision,
  getListTaskRevisionsInfiniteQueryKey,
  getListTaskRevisionsQueryKey,
} from '#generated/api/revision/revision.ts';
import { getGetTaskQueryKey } from '#generated/api/task/task.ts';
import type {
  ProblemCode,
  Task,
  TaskRevision,
  TaskRevisionCreate,
} from '#generated/model/index.ts';
import { useActivateRevision } from '../../panels/revisions/use-activate-revision.tsx';
import { rememberTask } from '../../task-mutations.ts';
import { useEditor } from '../editor-context.tsx';
import { brokenRules, intoDefinition } from '../problems/problems.ts';

interface RevisionWish {
  note: string;
  activate: boolean;
}

/**
 * Saves the draft as a revision.
 * @returns whether saving is in progress, and a function that starts it and resolves with whether a revision was saved
 */
export function useSaveRevision(task: Task) {
  const active = task.active_revision;
  const activation = useActivateRevision(task);
  const { address, draft, ui } = useEditor();
  const { orgId, projectId, taskId } = address;
  const { known } = useModels(orgId);
  const queryClient = useQueryClient();
  const [saving, setSaving] = useState(false);

  const refresh = () =>
    Promise.all([
      ...[
        getGetTaskQueryKey,
        getListTaskRevisionsQueryKey,
        getListTaskRevisionsInfiniteQueryKey,
      ].map((keyOf) =>
        queryClient.invalidateQueries({ queryKey: keyOf(orgId, projectId, taskId) }),
      ),
    ]);

  const setActive = ({ number }: TaskRevision) => {
    const activate = async () => {
      const body = { replaces: active };
      rememberTask(
        queryClient,
        await mutate(activateTaskRevision, orgId, projectId, taskId, number, body),
      );
      track('Revision activated', { change: 'safe' });
      toast.success(`Revision ${number} activated`);
      void refresh();
    };
    return attempt(activate, {
      area: 'task.activate',
      handle: (error) => {
        if (mustBeEvaluated(error)) toast.error(TASK_VALIDATION.evaluationRequired(number));
        else if (refusesActivation(error)) void activation.activate(number);
        else return false;
        return true;
      },
    });
  };

  /** A revision that would break callers is saved anyway; the user then decides whether to activate it. */
  const create = async (body: TaskRevisionCreate): Promise<TaskRevision> => {
    const headers = { 'If-Match': await draft.flush() };
    const replacing = body.activate ? { ...body, replaces: active } : body;
    try {
      return await mutate(createTaskRevision, orgId, projectId, taskId, replacing, headers);
    } catch (error) {
      if (!body.activate || !refusesActivation(error)) throw error;
      const created = await mutate(
        createTaskRevision,
        orgId,
        projectId,
        taskId,
        { ...body, activate: false },
        headers,
      );
      if (mustBeEvaluated(error)) toast.info(TASK_VALIDATION.evaluationRequired(created.number));
      else void activation.activate(created.number);
      return created;
    }
  };

  /** A conflict opens its dialog; errors about the definition are shown at their fields. */
  const handle = (error: unknown): boolean => {
    if (isApiError(error, 412)) void draft.check();
    else if (isApiError(error, 400) && error.problem?.errors?.length)
      ui.setState({ refused: intoDefinition(error.problem.errors) });
    else return false;
    return true;
  };

  const save = async ({ note, activate }: RevisionWish): Promise<boolean> => {
    const broken = brokenRules(draft, known);
    ui.setState({ attempted: true, broken, refused: [] });
    if (broken.length > 0 || saving) return false;
    setSaving(true);
    const createAndReport = async () => {
      const created = await create({ note: note.trim(), activate });
      void refresh();
      track('Revision saved', { active: created.is_active });
      const text = `Revision ${created.number} saved`;
      if (created.is_active) toast.success(`${text} and active`);
      else
        toast.success(text, {
          action: { label: 'Set active', onClick: () => void setActive(created) },
        });
    };
    const isSaved = await attempt(createAndReport, { area: 'task.update', handle });
    setSaving(false);
    return isSaved;
  };

  return { saving, save };
}

/** Whether the revision is valid and only its activation was refused. */
function refusesActivation(error: unknown): boolean {
  return (
    mustBeEvaluated(error) ||
    hasCode(error, 'contract_breaks') ||
    hasCode(error, 'active_revision_changed')
  );
}

function mustBeEvaluated(error: unknown): boolean {
  return hasCode(error, 'evaluation_required');
}

function hasCode(error: unknown, code: ProblemCode): boolean {
  return isApiError(error, 409) && error.problem?.code === code;
}
