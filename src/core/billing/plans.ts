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
  /** How long the plan's limits still apply while an invoice is unpaid. */
  graceDays: number;
}

/** The plans, lowest first. The limits of the highest are the maximum for every installation. */
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

/** The plans' names on screen. */
export const PLAN_LABELS: Readonly<Record<PlanName, string>> = {
  free: 'Free',
  professional: 'Professional',
  teams: 'Teams',
};

/** The fields of an organisation that determine its limits. */
export interface PlanState {
  plan: PlanName;
  plan_status: PlanStatus;
  grace_period_ends_at: string | null;
}

/**
 * The plan whose limits currently apply. An unpaid invoice changes nothing until the grace period ends; from then until
 * it is paid, the limits of the free plan apply.
 * @param hasPayments whether the installation can take payments; if not, everyone has the highest limits
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

/** Whether changing to another plan or interval is an upgrade, which takes effect immediately. */
export function isUpgrade(from: Billed, to: Billed): boolean {
  const [before, after] = [from, to].map(({ plan }) => PLAN_NAMES.indexOf(plan)) as [
    number,
    number,
  ];
  if (before !== after) return after > before;
  return from.interval === 'monthly' && to.interval === 'yearly';
}

/**
 * The included credit for one invoice line of a plan, in micro-dollars. It is prorated: part of a period adds part of
 * its credit, and a line that credits unused time deducts it.
 * @param amount the amount of the line
 * @param price the price of a whole period
 */
export function includedCredit(
  { plan, interval }: { plan: PlanName; interval: PlanInterval },
  amount: number,
  price: number,
): number {
  if (price <= 0) return 0;
  return Math.trunc((PLANS[plan].monthlyCredit * MONTHS[interval] * amount) / price);
}

/** What each limit counts, in the plural. */
export const LIMIT_LABELS: Readonly<Record<LimitExcess['limit'], string>> = {
  projects: 'projects',
  members: 'people',
  tasks: 'tasks',
  documents: 'documents',
};
