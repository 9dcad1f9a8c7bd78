import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { mutate, readOnce } from '#console/api/query/calls.ts';
import { paths } from '#console/modules/paths.ts';
import { usePermission } from '#console/modules/permission/use-permission.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { copyText } from '#console/ui/display/copy-text.ts';
import { attempt } from '#console/ui/feedback/attempt.ts';
import { toast } from '#console/ui/feedback/toast.ts';
import type { MenuAction } from '#console/ui/menu/menu-action.ts';
import { isFinal } from '#core/run/run-progress.ts';
import { cancelRun, getGetRunQueryOptions, runTask } from '#generated/api/run/run.ts';
import type { RunSummary } from '#generated/model/index.ts';

/** Link to the editor, with the run's inputs in its form. */
export const editorWithInputs = (run: Pick<RunSummary, 'id' | 'project_id' | 'task_id'>) =>
  `${paths.task(run.project_id, run.task_id)}?tab=run&inputs=${encodeURIComponent(run.id)}`;

type Origin = Pick<RunSummary, 'source' | 'task_id'>;

/** The chat of an answer; null for runs of tasks. */
export const chatOf = ({ source, task_id }: Origin): string | null =>
  source === 'chat' && task_id.startsWith('chat_') ? task_id : null;

/**
 * Why a run can't be opened or run again from here; null if it can. Assistant runs, article steps and chat answers
 * don't belong to a task of the project.
 */
export const blockedReason = (run: Origin) => {
  if (chatOf(run) !== null) return 'Regenerate the answer in its chat.';
  if (run.source === 'compose') return 'Run the step again in its article.';
  return run.source === 'assist' ? "Assistant runs can't be re-run here." : null;
};

/** Actions on a run, shared by its row and its drawer. */
export function useRunActions() {
  const { at, orgId, projectId } = useActiveProject();
  const navigate = useNavigate();
  const draft = usePermission({ level: 'project', orgId, projectId }, 'create_task');
  /** Why a run can't be repeated; null when it can. */
  const rerunBlocked = (run: Pick<RunSummary, 'revision'> & Origin) =>
    run.revision === null && !draft.allowed
      ? 'You need permission to edit the task to run its draft.'
      : blockedReason(run);

  const rerun = useMutation({
    meta: { area: 'task.run' },
    mutationFn: async ({ id, revision }: Pick<RunSummary, 'id' | 'revision'>) => {
      const { inputs, task_id: taskId } = await readOnce(getGetRunQueryOptions(...at, id));
      const body = { inputs, revision: revision === null ? 'draft' : String(revision) };
      const headers = { Prefer: 'respond-async', 'Idempotency-Key': crypto.randomUUID() } as const;
      return mutate(runTask, ...at, taskId, body, headers);
    },
  });

  const copyCurl = async (run: Pick<RunSummary, 'id'>) => {
    await attempt(async () => {
      const [full, { CURL_NOTE, curlOf }] = await Promise.all([
        readOnce(getGetRunQueryOptions(...at, run.id)),
        import('#console/modules/run/copy-curl.tsx'),
      ]);
      if (await copyText(curlOf(full, orgId))) toast.success(`cURL copied. ${CURL_NOTE}`);
    });
  };

  const cancel = (run: Pick<RunSummary, 'id'>) => attempt(() => mutate(cancelRun, ...at, run.id));

  const openChat = (id: string) => ({
    label: 'Open chat',
    onClick: () => void navigate(paths.chat(projectId, id)),
  });
  const menu = (run: RunSummary): MenuAction[] => [
    ...[chatOf(run)].flatMap((id) => (id === null ? [] : openChat(id))),
    {
      label: 'Open in editor',
      disabled: blockedReason(run),
      onClick: () => void navigate(editorWithInputs(run)),
    },
    {
      label: 'Run again',
      disabled: rerun.isPending ? 'A run is starting.' : rerunBlocked(run),
      onClick: () => rerun.mutate(run, { onSuccess: () => toast.success('Run started') }),
    },
    { label: 'Copy cURL', disabled: blockedReason(run), onClick: () => void copyCurl(run) },
    ...(isFinal(run.status)
      ? []
      : [{ label: 'Cancel run', danger: true, onClick: () => void cancel(run) }]),
  ];

  return { menu, rerun, rerunBlocked };
}
