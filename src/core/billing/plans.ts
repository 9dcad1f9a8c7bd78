import type {
  LimitExcess,
  PlanInterval,
  PlanLimits,
  PlanName,
  PlanStatus,
} from '#generated/model/index.ts';
import { DOCUMENTS_MAX, MAX_TASKS, MEMBERS_MAX, PROJECTS_MAX } from '../limits.ts';

interface PlanRules {
  limits: PlanLimits;
  /** Micro-dollars that the plan includes every month. */
  monthlyCredit: number;
  trialDays: number;
  /** For how long the plan's limits hold although an invoice is unpaid. */
  graceDays: number;
}

/** The plans, the lowest first. The highest has the limits that hold for every installation. */
export const PLANS: Readonly<Record<PlanName, PlanRules>> = {
  free: {
    limits: { projects: 5, members: 5, tasks: 20, documents: 500, concurrent_runs: 5 },
    monthlyCredit: 0,
    trialDays: 0,
    graceDays: 0,
  },
  professional: {
    limits: { projects: 20, members: 25, tasks: 500, documents: 5000, concurrent_runs: 50 },
    monthlyCredit: 20_000_000,
    trialDays: 14,
    graceDays: 7,
  },
  teams: {
    limits: {
      projects: PROJECTS_MAX,
      members: MEMBERS_MAX,
      tasks: MAX_TASKS,
      documents: DOCUMENTS_MAX,
      concurrent_runs: 10_000,
    },
    monthlyCredit: 60_000_000,
    trialDays: 14,
    graceDays: 7,
  },
};

export const PLAN_NAMES = Object.keys(PLANS) as readonly PlanName[];
export const MONTHS: Readonly<Record<PlanInterval, number>> = { monthly: 1, yearly: 12 };

/** How people call the plans. */
export const PLAN_LABELS: Readonly<Record<PlanName, string>> = {
  free: 'Free',
  professional: 'Professional',
  teams: 'Teams',
};

/** What of an organisation decides which limits it has. */
export interface PlanState {
  plan: PlanName;
  plan_status: PlanStatus;
  grace_period_ends_at: string | null;
}

/**
 * The plan whose limits hold. An unpaid invoice changes nothing until the grace period ends; then the limits are those
 * of the free plan, until it is paid.
 * @param hasPayments whether the installation can take payments; if not, everybody has the highest limits
 */
export function limitingPlan(state: PlanState, hasPayments: boolean, now = Date.now()): PlanName {
  if (!hasPayments) return 'teams';
  const { plan, plan_status, grace_period_ends_at } = state;
  if (plan_status === 'trialing' || plan_status === 'active') return plan;
  const isInGrace = grace_period_ends_at !== null && Date.parse(grace_period_ends_at) > now;
  return plan_status === 'past_due' && isInGrace ? plan : 'free';
}

interface Billed {
  plan: PlanName;
  interval: PlanInterval | null;
}

/** Whether another plan or interval is more than the current one, and so begins at once. */
export function isUpgrade(from: Billed, to: Billed): boolean {
  const [before, after] = [from, to].map(({ plan }) => PLAN_NAMES.indexOf(plan)) as [
    number,
    number,
  ];
  if (before !== after) return after > before;
  return from.interval === 'monthly' && to.interval === 'yearly';
}

/**
 * The included credit that a payment for a plan brings, in micro-dollars: in proportion, so that a part of a period
 * brings a part of its credit, and a line that gives money back takes credit away.
 * @param amount what was charged for it
 * @param price what a whole period costs
 */
export function includedCredit(
  { plan, interval }: { plan: PlanName; interval: PlanInterval },
  amount: number,
  price: number,
): number {
  if (price <= 0) return 0;
  return Math.trunc((PLANS[plan].monthlyCredit * MONTHS[interval] * amount) / price);
}

/** The plural of what a limit counts. */
export const LIMIT_LABELS: Readonly<Record<LimitExcess['limit'], string>> = {
  projects: 'projects',
  members: 'people',
  tasks: 'tasks',
  documents: 'documents',
};
