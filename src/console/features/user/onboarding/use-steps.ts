import { usePermission } from '#console/modules/permission/use-permission.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { useQueryParam } from '#console/ui/navigation/use-query-param.ts';

/** The steps of onboarding, in order. */
const STEPS = { role: 'Your role', tasks: 'First tasks', run: 'First run' } as const;

export type Step = keyof typeof STEPS;

/**
 * The current step. It is in the URL, so that Back and reloading work. People who can't create tasks in this project
 * are only asked for their role.
 */
export function useSteps() {
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
