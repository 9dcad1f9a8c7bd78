import { Button, Chip, Group, Stack, Text } from '@mantine/core';
import '@mantine/core/styles/Chip.css';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useOnboardingStore } from '#console/modules/onboarding/onboarding-store.ts';
import { paths } from '#console/modules/paths.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { useTemplates } from '#console/modules/template/use-templates.ts';
import { useCurrentUser } from '#console/modules/user/use-current-user.ts';
import { attempt } from '#console/ui/feedback/attempt.ts';
import { Page } from '#console/ui/page/page.tsx';
import { WELCOME_CREDIT } from '#core/limits.ts';
import { useUpdateUser } from '#generated/api/user/user.ts';
import type { Task } from '#generated/model/index.ts';
import { jobRoles } from './job-roles.ts';
import { StarterTasks } from './starter-tasks.tsx';
import { useSaveUser } from './use-save-user.ts';

const credit = `$${WELCOME_CREDIT / 1_000_000}`;

const JoinOffer = lazy(() =>
  import('#console/modules/capture/join-offer.tsx').then((m) => ({ default: m.JoinOffer })),
);

/** `/onboarding`: role and starter tasks. Both may be skipped. */
export function OnboardingPage() {
  const user = useCurrentUser();
  const { orgId, projectId } = useActiveProject();
  const navigate = useNavigate();
  const save = useSaveUser();
  const [role, setRole] = useState<string | null>(user.job_role);
  const update = useUpdateUser({ mutation: { meta: { area: 'profile.update' } } });

  const queryClient = useQueryClient();
  const { templates } = useTemplates();
  const chosen = useOnboardingStore((state) => state.selectedTasks);
  const starters = templates.filter(({ name }) =>
    chosen.some((task) => task.name === name && task.selected),
  );
  const [making, setMaking] = useState(false);

  /** Opens a single starter task, or the task list if there are several; without any, the page to describe one. */
  const makeTasks = async (): Promise<string> => {
    const created: Task[] = [];
    if (starters.length === 0) return paths.newTask(projectId);
    await attempt(async () => {
      const { createStarter } = await import('#console/modules/template/create-from-template.ts');
      for (const { id } of starters) {
        created.push(await createStarter(queryClient, { orgId, projectId }, id));
      }
    }, 'task.create');
    const [only] = created;
    return only && created.length === 1 ? paths.task(projectId, only.id) : paths.tasks(projectId);
  };

  const leave = async (jobRole: string | null, withTasks: boolean) => {
    const data = { is_onboarding: false, ...(jobRole !== null && { job_role: jobRole }) };
    setMaking(true);
    const saved = await attempt(async () => save(await update.mutateAsync({ data })));
    if (saved) navigate(withTasks ? await makeTasks() : paths.tasks(projectId));
    else setMaking(false);
  };

  return (
    <Page title={`Welcome, ${user.name.split(' ')[0]}`} area="Taskloom" width="form">
      <Stack gap="xl">
        <Suspense>
          <JoinOffer />
        </Suspense>
        <Text>
          A task is a prompt with variables and a typed output. Write one, run it, and call it from
          your own code. Your first {credit} of usage is on us.
        </Text>
        <Stack gap="sm" role="group" aria-labelledby="onboarding-role">
          <Text id="onboarding-role" fw={500}>
            What&apos;s your role?
          </Text>
          <Chip.Group value={role} onChange={(value) => setRole(value as string)}>
            <Group gap="sm">
              {jobRoles.map((name) => (
                <Chip key={name} value={name} variant="outline" color="iris">
                  {name}
                </Chip>
              ))}
            </Group>
          </Chip.Group>
        </Stack>
        <Stack gap="sm" role="group" aria-labelledby="onboarding-tasks">
          <Text id="onboarding-tasks" fw={500}>
            What do you want to build first?
          </Text>
          <StarterTasks />
        </Stack>
        <Group gap="sm">
          <Button loading={making} onClick={() => leave(role, true)}>
            {startLabel(starters.length)}
          </Button>
          <Button variant="subtle" disabled={making} onClick={() => leave(null, false)}>
            Skip
          </Button>
        </Group>
      </Stack>
    </Page>
  );
}

function startLabel(starters: number): string {
  if (starters === 0) return 'Describe your own';
  return starters === 1 ? 'Start with this task' : `Start with ${starters} tasks`;
}
