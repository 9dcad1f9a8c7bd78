import { useQueryClient } from '@tanstack/react-query';
import { isApiError } from '#console/api/api-error.ts';
import { mutate, readOnce } from '#console/api/query/calls.ts';
import { attempt } from '#console/ui/feedback/attempt.ts';
import { toast } from '#console/ui/feedback/toast.ts';
import { useConfirm } from '#console/ui/modal/use-confirm.ts';
import { isAffected } from '#core/task/revision/affected.ts';
import {
  compareTaskRevisions,
  deleteTaskEnvironment,
  replaceTaskEnvironment,
} from '#generated/api/revision/revision.ts';
import { getGetTaskQueryKey, getGetTaskUsesQueryOptions } from '#generated/api/task/task.ts';
import type { Task, TaskCallerUse, TaskComparison } from '#generated/model/index.ts';
import { callsInWords } from '../../../describe-uses.ts';
import { TaskContractChanges } from '../task-contract-changes.tsx';

/** What the user confirmed when pointing an environment to a revision. */
interface ConfirmedChange {
  /** The environment's previous revision; null for none. */
  replaces: number | null;
  breaks: boolean;
}

/** Points environments of a task to other revisions, each change with Undo. */
export function useEnvironments(task: Task) {
  const { org_id: orgId, project_id: projectId, id: taskId } = task;
  const queryClient = useQueryClient();
  const confirm = useConfirm();

  /** Runs a change to an environment. If someone else has changed it, loads their version. */
  const change = (action: () => Promise<unknown>) =>
    attempt(action, {
      area: 'task.update',
      handle: async (error) => {
        if (isApiError(error, 409))
          await queryClient.invalidateQueries({
            queryKey: getGetTaskQueryKey(orgId, projectId, taskId),
          });
        return false;
      },
    });

  const put = async (name: string, revision: number, { replaces, breaks }: ConfirmedChange) => {
    const body = { revision, replaces, ...(breaks && { confirm: task.name }) };
    const changed = await mutate(replaceTaskEnvironment, orgId, projectId, taskId, name, body);
    queryClient.setQueryData(getGetTaskQueryKey(orgId, projectId, taskId), changed);
  };

  const confirmChange = (name: string, comparison: TaskComparison) => {
    const breaks = comparison.verdict === 'breaking';
    return confirm({
      title: `Point ${name} to revision ${comparison.next_revision}?`,
      body: <TaskContractChanges projectId={projectId} comparison={comparison} />,
      confirmLabel: breaks ? 'Change anyway' : 'Change environment',
      ...(breaks && { danger: true, typeName: task.name }),
    });
  };

  /** Shows how the environment's callers are affected, and asks; null when the user declines. */
  const ask = async (name: string, revision: number): Promise<ConfirmedChange | null> => {
    const sides = { base: name, next: String(revision) };
    const comparison = await mutate(compareTaskRevisions, orgId, projectId, taskId, sides);
    const { verdict, base_revision: replaces, unavailable_model: model } = comparison;
    const isSafe =
      verdict === 'compatible' && model === undefined && !comparison.callers.some(isAffected);
    const confirmed = isSafe || (await confirmChange(name, comparison));
    return confirmed ? { replaces, breaks: verdict === 'breaking' } : null;
  };

  /** A recently deleted environment may still be called. The server then compares with its last revision. */
  const create = async (name: string, revision: number): Promise<boolean> => {
    try {
      await put(name, revision, { replaces: null, breaks: false });
      return true;
    } catch (error) {
      const changes = isApiError(error, 409) && error.problem?.changes;
      if (!changes) throw error;
      const uses = await readOnce(
        getGetTaskUsesQueryOptions(orgId, projectId, taskId, { environment: name }),
      );
      const callers = uses.callers.map((one) => {
        return {
          ...one,
          checked_runs: one.runs,
          affected_runs: one.runs,
          // Whatever rejected them, it wasn't this environment's new revision.
          rejected_calls: 0,
          elsewhere: [],
          last_rejected_at: null,
        };
      });
      const sides = { task_id: taskId, base_revision: null, next_revision: revision };
      if (!(await confirmChange(name, { ...sides, verdict: 'breaking', changes, callers })))
        return false;
      await put(name, revision, { replaces: null, breaks: true });
      return true;
    }
  };

  const replace = async (name: string, revision: number): Promise<number | null | undefined> => {
    const confirmed = await ask(name, revision);
    if (!confirmed) return undefined;
    await put(name, revision, confirmed);
    return confirmed.replaces;
  };

  const drop = async (name: string) => {
    await mutate(deleteTaskEnvironment, orgId, projectId, taskId, name);
    await queryClient.invalidateQueries({ queryKey: getGetTaskQueryKey(orgId, projectId, taskId) });
  };

  const revisionOf = (name: string) =>
    task.environments.find((environment) => environment.name === name)?.revision;

  return {
    /** Creates the environment if it doesn't exist. Resolves with whether it points to the revision now. */
    async set(name: string, revision: number): Promise<boolean> {
      const isNew = revisionOf(name) === undefined;
      let isSet = false;
      await change(async () => {
        const before = isNew ? null : await replace(name, revision);
        if (before === undefined || (isNew && !(await create(name, revision)))) return;
        isSet = true;
        toast.undo(`${name} now points to revision ${revision}`, () =>
          change(() =>
            before === null ? drop(name) : put(name, before, { replaces: revision, breaks: true }),
          ),
        );
      });
      return isSet;
    },

    async remove(name: string): Promise<void> {
      const before = revisionOf(name);
      if (before === undefined) return;
      await change(async () => {
        const { callers } = await readOnce(
          getGetTaskUsesQueryOptions(orgId, projectId, taskId, { environment: name }),
        );
        const confirmed = await confirm({
          title: `Delete environment ${name}?`,
          body: deletionInWords(name, callers),
          confirmLabel: 'Delete environment',
          danger: true,
        });
        if (!confirmed) return;
        await drop(name);
        toast.undo(`Environment ${name} deleted`, () =>
          change(() => put(name, before, { replaces: null, breaks: true })),
        );
      });
    },
  };
}

function deletionInWords(name: string, callers: TaskCallerUse[]): string {
  const refused = `Calls that use ${name} will fail. Its revision is kept.`;
  if (callers.length === 0) return `${refused} No calls in the last 7 days.`;
  return `${refused} ${callsInWords(callers)}`;
}
