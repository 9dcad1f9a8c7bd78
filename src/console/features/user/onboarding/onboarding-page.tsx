import '@mantine/core/styles/Chip.css';
import { Button, Chip, Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { Suspense, useEffect, useId, useRef, useState } from 'react';
import { track } from '#console/modules/analytics/analytics.ts';
import { JoinOffer } from '#console/modules/capture/join-offer.tsx';
import { useOnboardingStore } from '#console/modules/onboarding/onboarding-store.ts';
import { usePermission } from '#console/modules/permission/use-permission.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { useCurrentUser } from '#console/modules/user/use-current-user.ts';
import { PlainTextarea } from '#console/ui/form/plain.tsx';
import { useQueryParam } from '#console/ui/navigation/use-query-param.ts';
import { lazyOf } from '#console/ui/on-demand.tsx';
import { Page } from '#console/ui/page/page.tsx';
import { useGetOrg } from '#generated/api/org/org.ts';
import { jobRoles } from '../job-roles.ts';
import { CreditLead } from './credit.tsx';
import classes from './onboarding.module.css';
import { StarterTasks } from './starter-tasks.tsx';
import { useFinish } from './use-finish.ts';
import { useRunTask } from './use-run-task.ts';
import { useStarters } from './use-starters.ts';

/** The steps of onboarding, in order. */
const STEPS = { role: 'Your role', tasks: 'First tasks', run: 'First run' } as const;

type Step = keyof typeof STEPS;

/**
 * The current step. It is in the URL, so that Back and reloading work. People who can't create tasks in this project
 * are only asked for their role.
 */
function useSteps() {
  const { orgId, projectId } = useActiveProject();
  const scope = { level: 'project', orgId, projectId } as const;
  const create = usePermission(scope, 'create_task');
  const run = usePermission(scope, 'run_task');
  const [wanted, setStep] = useQueryParam('step');
  const canBuild = create.allowed && run.allowed;
  const steps: Step[] = canBuild ? ['role', 'tasks', 'run'] : ['role'];
  const step = steps.find((name) => name === wanted) ?? 'role';
  const at = steps.indexOf(step);
  const go = (to: Step | undefined) => to && setStep(to, { push: true });
  return {
    step,
    at,
    canBuild,
    isPending: create.pending || run.pending,
    list: steps.map((name) => ({ name, label: STEPS[name] })),
    /** Opens the next step; undefined on the last one. */
    next: at < steps.length - 1 ? () => go(steps[at + 1]) : undefined,
    back: at > 0 ? () => go(steps[at - 1]) : undefined,
  };
}

const RunStep = lazyOf(() => import('./run-step.tsx'), 'RunStep');

/** `/onboarding`: role, starter tasks and a first run. Every step can be skipped. */
export function OnboardingPage() {
  const user = useCurrentUser();
  const steps = useSteps();
  const { step, canBuild, next, back } = steps;
  const { save, finish, isFinishing } = useFinish();
  const [role, setRole] = useState(user.job_role);
  const { shown, selected, chosen, query } = useStarters();
  const { assistantToolMethod, restart } = useOnboardingStore();
  const isDescribed = assistantToolMethod === 'describe';
  const [description, setDescription] = useState('');
  // Without a selection, the first template is offered. It becomes a task only if it is run.
  const first = selected[0] ?? (isDescribed ? undefined : shown[0]);
  const describes = step === 'run' && !first && !query.isPending;
  const { taskId } = useRunTask(first?.id);
  const [run, setRun] = useState({ busy: false, worked: false });
  const headingId = useId();

  const others = selected.filter(({ id }) => canBuild && (taskId === null || id !== first?.id));
  const end = () => {
    const task = taskId === null ? undefined : { id: taskId, worked: run.worked };
    const tasks = others.length + (task ? 1 : 0);
    return finish({ task, others, description: description.trim() }, () =>
      track('Onboarding finished', { tasks, first_run: run.worked }),
    );
  };
  const leave = next ?? end;
  const skip = () => {
    // A template that was selected and then skipped isn't created.
    if (step === 'tasks') restart();
    return leave();
  };
  const proceed = async () => {
    const isChanged = step === 'role' && role !== user.job_role;
    if (isChanged && !(await save({ job_role: role }))) return;
    await leave();
  };

  return (
    <Page
      title={`Welcome, ${user.name.split(' ')[0]}`}
      area="Taskloom"
      width="form"
      actions={
        <Button
          variant="subtle"
          disabled={isFinishing}
          onClick={() => finish({}, () => track('Onboarding skipped', { step }))}
        >
          Skip setup
        </Button>
      }
    >
      <Stack gap="xl">
        {canBuild && (
          <ol className={classes.steps} aria-label="Steps">
            {steps.list.map(({ name, label }, at) => (
              <li key={name} aria-current={name === step ? 'step' : undefined}>
                <span className={classes.number} aria-hidden>
                  {at < steps.at ? <IconCheck size={14} /> : at + 1}
                </span>
                {label}
                {at < steps.at && <span className="tl-sr-only">: done</span>}
              </li>
            ))}
          </ol>
        )}
        {step === 'role' && !steps.isPending && <Lead canBuild={canBuild} />}
        <Heading key={step} id={headingId} step={describes ? 'describe' : step} />
        {steps.isPending ? (
          <Skeleton height={120} />
        ) : (
          <>
            {step === 'role' && <RoleStep role={role} onChange={setRole} labelledBy={headingId} />}
            {step === 'tasks' && <StarterTasks />}
            {step === 'run' && first && (
              <Suspense fallback={<Skeleton height={120} />}>
                <RunStep key={first.id} templateId={first.id} onChange={setRun} />
              </Suspense>
            )}
            {describes && (
              <PlainTextarea
                aria-labelledby={headingId}
                minRows={4}
                maxLength={2000}
                placeholder="For example: sort support messages by urgency and say who should answer"
                value={description}
                onChange={(event) => setDescription(event.currentTarget.value)}
              />
            )}
          </>
        )}
        {chosen && step !== 'role' && (
          <Text c="dimmed">
            Next, you&apos;ll see the template that you came for: {chosen.name}.
          </Text>
        )}
        <Group gap="sm">
          {back && (
            <Button variant="default" disabled={isFinishing} onClick={back}>
              Back
            </Button>
          )}
          <Button
            // Run is the primary action until the first run has succeeded.
            variant={step === 'run' && !describes && !run.worked ? 'default' : 'filled'}
            loading={isFinishing}
            disabled={run.busy}
            onClick={proceed}
          >
            {next ? 'Continue' : 'Finish'}
          </Button>
          {next && (
            <Button variant="subtle" disabled={isFinishing} onClick={skip}>
              Skip
            </Button>
          )}
        </Group>
      </Stack>
    </Page>
  );
}

const HEADINGS: Readonly<Record<Step | 'describe', string>> = {
  role: "What's your role?",
  tasks: 'What do you want to build first?',
  run: 'Try it',
  describe: 'What should the task do?',
};

/** Receives focus when the step changes, so that keyboard and screen reader users continue from there. */
function Heading({ id, step }: { id: string; step: keyof typeof HEADINGS }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (step !== 'role') heading.current?.focus();
  }, [step]);
  return (
    <h2 ref={heading} id={id} tabIndex={-1} className={classes.heading}>
      {HEADINGS[step]}
    </h2>
  );
}

function Lead({ canBuild }: { canBuild: boolean }) {
  const { orgId } = useActiveProject();
  const { data: org } = useGetOrg(orgId, { query: { meta: { silent: true } } });
  if (!canBuild) {
    return (
      <Text>
        You&apos;re a member of {org?.name ?? 'this organisation'}. You&apos;ll find its tasks, runs
        and collections in the navigation.
      </Text>
    );
  }
  return (
    <Text>
      A task is a prompt with variables and a typed output. Write one, run it, and call it from your
      own code. <CreditLead />
    </Text>
  );
}

type RoleStepProps = { role: string | null; onChange: (role: string) => void; labelledBy: string };

/** The role step: a person's role, and the organisations of their colleagues. */
function RoleStep({ role, onChange, labelledBy }: RoleStepProps) {
  return (
    <>
      {/* The name makes it one stop for Tab, with arrow keys inside. */}
      <Group gap="sm" role="radiogroup" aria-labelledby={labelledBy}>
        <Chip.Group value={role} onChange={(value) => onChange(value as string)}>
          {jobRoles.map((name) => (
            <Chip key={name} name={labelledBy} value={name} variant="outline" color="iris">
              {name}
            </Chip>
          ))}
        </Chip.Group>
      </Group>
      <JoinOffer />
    </>
  );
}
