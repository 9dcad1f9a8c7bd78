import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { paths } from '#console/modules/paths.ts';
import { usePermission } from '#console/modules/permission/use-permission.ts';
import { apiBaseUrl } from '#console/modules/run/copy-curl.tsx';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { attempt } from '#console/ui/feedback/attempt.ts';
import { toast } from '#console/ui/feedback/toast.ts';
import type { RowAction } from '#console/ui/table/data-table-types.ts';
import { isFinal } from '#core/run/run-progress.ts';
import { curlForRun } from '#core/task/snippets/snippets.ts';
import { cancelRun, getRun, runTask } from '#generated/api/run/run.ts';
import type { RunSummary } from '#generated/model/index.ts';

/** The editor, with the inputs of this run in its form. */
export const editorWithInputs = (run: Pick<RunSummary, 'id' | 'project_id' | 'task_id'>) =>
  `${paths.task(run.project_id, run.task_id)}?tab=run&inputs=${encodeURIComponent(run.id)}`;

/** Why what ran cannot be opened or run again from here; null when it can. A helper is no task of the project. */
export const helperBlocked = ({ source }: Pick<RunSummary, 'source'>) =>
  source === 'assist' ? 'A helper did this. Ask it again where you asked it.' : null;

/** What can be done with a run, from its row and from its drawer. */
export function useRunActions() {
  const { orgId, projectId } = useActiveProject();
  const navigate = useNavigate();
  const draft = usePermission({ level: 'project', orgId, projectId }, 'create_task');
  /** Why a run may not be repeated; null when it may. */
  const rerunBlocked = (run: Pick<RunSummary, 'revision' | 'source'>) =>
    run.revision === null && !draft.allowed
      ? 'Running a draft needs the right to edit the task.'
      : helperBlocked(run);

  const rerun = useMutation({
    meta: { area: 'task.run' },
    mutationFn: async ({ id, revision }: Pick<RunSummary, 'id' | 'revision'>) => {
      const { inputs, task_id: taskId } = await getRun(orgId, projectId, id);
      const body = { inputs, revision: revision === null ? 'draft' : String(revision) };
      const headers = { Prefer: 'respond-async', 'Idempotency-Key': crypto.randomUUID() } as const;
      return runTask(orgId, projectId, taskId, body, headers);
    },
  });

  const copyCurl = async (run: Pick<RunSummary, 'id'>) => {
    await attempt(async () => {
      const full = await getRun(orgId, projectId, run.id);
      await navigator.clipboard.writeText(curlForRun(full, { baseUrl: apiBaseUrl(), orgId }));
      toast.success('Copied. Put an API key into TASKLOOM_API_KEY before you run it.');
    });
  };

  const cancel = (run: Pick<RunSummary, 'id'>) =>
    attempt(() => cancelRun(orgId, projectId, run.id));

  const menu = (run: RunSummary): RowAction[] => [
    {
      label: 'Open in editor with these inputs',
      disabled: helperBlocked(run),
      onClick: () => void navigate(editorWithInputs(run)),
    },
    {
      label: 'Re-run',
      disabled: rerun.isPending ? 'A run is being started.' : rerunBlocked(run),
      onClick: () => rerun.mutate(run, { onSuccess: () => toast.success('Run started') }),
    },
    { label: 'Copy as cURL', disabled: helperBlocked(run), onClick: () => void copyCurl(run) },
    ...(isFinal(run.status)
      ? []
      : [{ label: 'Cancel the run', danger: true, onClick: () => void cancel(run) }]),
  ];

  return { menu, rerun, rerunBlocked };
}
