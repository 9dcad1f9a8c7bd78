import { Button, Chip, Group, Stack, Text } from '@mantine/core';
import '@mantine/core/styles/Chip.css';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { paths } from '#console/modules/paths.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { useCurrentUser } from '#console/modules/user/use-current-user.ts';
import { Page } from '#console/ui/page.tsx';
import { WELCOME_CREDIT } from '#core/limits.ts';
import { useUpdateUser } from '#generated/api/user/user.ts';
import { jobRoles } from './job-roles.ts';
import { useSaveUser } from './use-save-user.ts';

const credit = `$${WELCOME_CREDIT / 1_000_000}`;

/** `/onboarding`: one question, which may stay unanswered, and the way to the first task. */
export function OnboardingPage() {
  const user = useCurrentUser();
  const { projectId } = useActiveProject();
  const navigate = useNavigate();
  const save = useSaveUser();
  const [role, setRole] = useState<string | null>(user.job_role);
  const update = useUpdateUser({ mutation: { meta: { area: 'profile.update' } } });

  const leave = async (jobRole: string | null) => {
    const data = { is_onboarding: false, ...(jobRole !== null && { job_role: jobRole }) };
    try {
      save(await update.mutateAsync({ data }));
    } catch {
      // The mutation's toast says so; the page stays, with what was chosen.
      return;
    }
    navigate(paths.tasks(projectId));
  };

  return (
    <Page title={`Welcome, ${user.name.split(' ')[0]}`} area="Taskloom" width="form">
      <Stack gap="xl">
        <Text>
          A task is a prompt with variables and a typed answer. Write one, run it, and call it from
          your own code. Your first {credit} of model use are on us.
        </Text>
        <Stack gap="sm" role="group" aria-labelledby="onboarding-role">
          <Text id="onboarding-role" fw={500}>
            What do you work as?
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
        <Group gap="sm">
          <Button loading={update.isPending} onClick={() => leave(role)}>
            Start with a task
          </Button>
          <Button variant="subtle" disabled={update.isPending} onClick={() => leave(null)}>
            Skip
          </Button>
        </Group>
      </Stack>
    </Page>
  );
}
