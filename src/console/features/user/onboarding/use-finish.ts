import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { mutate } from '#console/api/query/calls.ts';
import { useOnboardingStore } from '#console/modules/onboarding/onboarding-store.ts';
import { paths } from '#console/modules/paths.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { useSaveUser } from '#console/modules/user/use-save-user.ts';
import { attempt } from '#console/ui/feedback/attempt.ts';
import { createTaskRevision } from '#generated/api/revision/revision.ts';
import { getGetTaskQueryKey } from '#generated/api/task/task.ts';
import { useUpdateUser } from '#generated/api/user/user.ts';
import type { TemplateSummary, UserUpdate } from '#generated/model/index.ts';

export type Result = {
  /** The task of the first run, and whether it succeeded. */
  task?: { id: string; worked: boolean } | undefined;
  /** Other templates to create tasks from. */
  others?: readonly TemplateSummary[];
  /** The description of the task for the assistant to write. */
  description?: string;
};

/**
 * Finishes onboarding and opens the task's API tab, unless the person came for a template, which the gate opens
 * instead.
 */
export function useFinish() {
  const { at, orgId, projectId } = useActiveProject();
  const client = useQueryClient();
  const navigate = useNavigate();
  const saveUser = useSaveUser();
  const update = useUpdateUser({ mutation: { meta: { area: 'profile.update' } } });
  const [isFinishing, setFinishing] = useState(false);

  const save = (data: UserUpdate) =>
    attempt(async () => saveUser(await update.mutateAsync({ data })));

  const build = async ({ task, others = [], description }: Result): Promise<string> => {
    const { createStarter } = await import('#console/modules/template/create-from-template.ts');
    for (const { id } of others) await createStarter(client, { orgId, projectId }, id);
    if (description) return paths.newTask(projectId, description);
    if (!task) return paths.tasks(projectId);
    if (task.worked) {
      // A task whose run succeeded can be called through the API.
      await mutate(createTaskRevision, ...at, task.id, { activate: true });
      await client.invalidateQueries({ queryKey: getGetTaskQueryKey(...at, task.id) });
    }
    return paths.taskApi(projectId, task.id);
  };

  /** @returns after everything has been created; if saving fails, the page stays open */
  const finish = async (result: Result, event: () => void) => {
    setFinishing(true);
    let next = paths.tasks(projectId);
    await attempt(async () => {
      next = await build(result);
    }, 'task.create');
    if (await save({ is_onboarding: false })) {
      event();
      useOnboardingStore.getState().reset();
      navigate(next);
    } else setFinishing(false);
  };

  return { save, finish, isFinishing };
}
