import { LIMIT_LABELS, limitingPlan, PLAN_LABELS, PLANS } from '#core/billing/plans.ts';
import { MESSAGES } from '#core/messages.ts';
import type { LimitExcess, PlanLimits, PlanName } from '#generated/model/index.ts';
import { mustFind, ProblemError } from '../problem.ts';
import type { Stores } from '../stores.ts';

type Limiting = Pick<Stores, 'org' | 'billing'>;
type Limit = LimitExcess['limit'];

/** The plan whose limits currently apply to an organisation. */
export async function planOf({ org, billing }: Limiting, orgId: string): Promise<PlanName> {
  if (!billing.hasPayments) return 'teams';
  return limitingPlan(await mustFind(org.allOrgs.find({ id: orgId })), true);
}

export async function limitsOf(stores: Limiting, orgId: string): Promise<PlanLimits> {
  return PLANS[await planOf(stores, orgId)].limits;
}

/**
 * Enforces an organisation's plan limits. This is the only place that does, except for concurrent runs, which are
 * limited where runs are executed.
 * @param count the number after the change
 * @throws ProblemError 409 `limit_reached`, for tasks `task_limit_reached`
 */
export async function requirePlan(
  stores: Limiting,
  orgId: string,
  limit: Limit,
  count: number,
): Promise<void> {
  const plan = await planOf(stores, orgId);
  const max = PLANS[plan].limits[limit];
  if (count <= max) return;
  if (limit === 'tasks') throw new ProblemError('task_limit_reached', MESSAGES.task.limit);
  throw new ProblemError('limit_reached', limitText(plan, limit));
}

const PLACES: Readonly<Record<Limit, string>> = {
  projects: 'an organisation',
  members: 'an organisation',
  tasks: 'a project',
  documents: 'a collection',
};

/** The message for a plan limit, with what to do about it. */
export function limitText(plan: PlanName, limit: Limit): string {
  const max = PLANS[plan].limits[limit].toLocaleString('en-US');
  const things = `${max} ${LIMIT_LABELS[limit]}`;
  const place = PLACES[limit];
  if (plan === 'teams')
    return `${place[0]?.toUpperCase()}${place.slice(1)} can have at most ${things}. Remove some that you no longer need.`;
  return `On the ${PLAN_LABELS[plan]} plan, ${place} can have ${things}. Upgrade in Settings → Billing, or remove some that you no longer need.`;
}

/** The limits of a plan that an organisation exceeds. */
export async function excessOf(
  { project, org, billing }: Pick<Stores, 'project' | 'org' | 'billing'>,
  orgId: string,
  plan: PlanName,
): Promise<LimitExcess[]> {
  // Nobody can exceed the limits of the highest plan.
  if (plan === 'teams') return [];
  const { limits } = PLANS[plan];
  const [projects, members, inside] = await Promise.all([
    project.projects.count({ org_id: orgId }),
    org.members.count({ org_id: orgId }),
    billing.exceeding(orgId, limits),
  ]);
  const whole = [
    { limit: 'projects', count: projects, max: limits.projects, name: null },
    { limit: 'members', count: members, max: limits.members, name: null },
  ] as const;
  return [...whole.filter(({ count, max }) => count > max), ...inside];
}
