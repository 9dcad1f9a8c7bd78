import { formatMicros, MICROS } from '#core/billing/money.ts';
import { PLAN_LABELS } from '#core/billing/plans.ts';
import type { Billing, LimitExcess, PlanInterval, PlanName } from '#generated/model/index.ts';
import { formatDay } from '../../ui/display/time.tsx';
import type { OrgPlan } from './org-plan.ts';

const PER: Readonly<Record<PlanInterval, string>> = { monthly: 'a month', yearly: 'a year' };

/** `$49 a month`. Whole dollars are shown without cents. */
export function priceText(amount: number, interval: PlanInterval): string {
  return `${moneyText(amount)} ${PER[interval]}`;
}

/** `$49`, or `$49.50`. */
export function moneyText(micros: number): string {
  const isWhole = micros % MICROS === 0;
  const sign = micros < 0 ? '-' : '';
  if (isWhole) return `${sign}$${Math.abs(micros / MICROS).toLocaleString('en-US')}`;
  return Math.abs(micros) < MICROS ? formatMicros(micros) : `${sign}$${dollars(micros)}`;
}

function dollars(micros: number): string {
  const value = Math.abs(micros) / MICROS;
  return value.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
}

export function planLabel(plan: string | null): string {
  return PLAN_LABELS[plan as PlanName] ?? plan ?? PLAN_LABELS.free;
}

/** Describes a plan's state: its name, what happens next, and its price. */
export function planSentence(billing: Billing): string {
  const { plan, status, interval, missing } = billing;
  if (missing.length > 0)
    return "Payments aren't set up on this server. The limits of the Teams plan apply.";
  if (status === 'free') return 'Free plan. No subscription.';
  if (status === 'canceled') return 'Free plan. The subscription has ended.';
  const name = `${planLabel(plan)}, ${interval ?? 'monthly'}.`;
  return `${name} ${nextText(billing)}`;
}

function nextText(billing: Billing): string {
  const { status, interval, trial_ends_at, period_ends_at, cancels_at } = billing;
  const price =
    billing.price === null || interval === null ? undefined : priceText(billing.price, interval);
  if (status === 'past_due') return pastDueText(billing.grace_period_ends_at);
  if (cancels_at) return `Ends on ${formatDay(cancels_at)}; then Free.`;
  if (billing.pending_plan && billing.pending_plan_date) {
    const pending = priceOf(billing, billing.pending_plan, billing.pending_plan_interval);
    const name = `${planLabel(billing.pending_plan)}, ${billing.pending_plan_interval}`;
    return `Changes to ${name} on ${formatDay(billing.pending_plan_date)}${pending ? `; then ${pending}` : ''}.`;
  }
  if (status === 'trialing' && trial_ends_at)
    return `Trial ends on ${formatDay(trial_ends_at)}${price ? `; then ${price}` : ''}.`;
  if (period_ends_at)
    return `Renews on ${formatDay(period_ends_at)}${price ? ` for ${price}` : ''}.`;
  return price ? `${price}.` : '';
}

/** Describes the effect of an unpaid invoice. */
function pastDueText(graceEndsAt: string | null, now = Date.now()): string {
  if (graceEndsAt && Date.parse(graceEndsAt) > now)
    return `The last payment failed. Everything keeps working until ${formatDay(graceEndsAt)}; then the limits of the Free plan apply until it is paid.`;
  return 'The last payment failed, so the limits of the Free plan apply until it is paid.';
}

function priceOf(
  { plans }: Billing,
  plan: PlanName,
  interval: PlanInterval | null,
): string | undefined {
  const price = plans
    .find((one) => one.plan === plan)
    ?.prices.find((one) => one.interval === interval);
  return price && interval ? priceText(price.amount, interval) : undefined;
}

/** How long before its end a trial shows a notice. */
const TRIAL_NOTICE_MS = 3 * 86_400_000;

interface PlanNews {
  tone: 'warning' | 'danger' | 'info';
  text: string;
}

/** The notice about an organisation's plan for all its members; null if there is none. */
export function planNews(plan: OrgPlan, now = Date.now()): PlanNews | null {
  if (plan.planStatus === 'past_due') {
    const isInGrace = Date.parse(plan.gracePeriodEndsAt ?? '') > now;
    return {
      tone: isInGrace ? 'warning' : 'danger',
      text: pastDueText(plan.gracePeriodEndsAt, now),
    };
  }
  if (plan.pendingPlan && plan.pendingPlanDate) {
    const day = formatDay(plan.pendingPlanDate);
    const text =
      plan.pendingPlan === 'free'
        ? `The subscription ends on ${day}; then the limits of the Free plan apply.`
        : `The plan changes to ${planLabel(plan.pendingPlan)} on ${day}.`;
    return { tone: 'info', text };
  }
  const trialEnd = Date.parse(plan.trialEndsAt ?? '');
  if (plan.planStatus === 'trialing' && trialEnd - now < TRIAL_NOTICE_MS)
    return { tone: 'info', text: `The trial ends on ${formatDay(plan.trialEndsAt ?? '')}.` };
  return null;
}

const EXCESS: Readonly<Record<LimitExcess['limit'], (name: string | null) => string>> = {
  projects: () => 'projects',
  members: () => 'people',
  tasks: (name) => `tasks in “${name}”`,
  documents: (name) => `documents in “${name}”`,
};

/** `31 tasks in “Support desk”, 20 allowed` */
export function excessText({ limit, count, max, name }: LimitExcess): string {
  const many = (value: number) => value.toLocaleString('en-GB');
  return `${many(count)} ${EXCESS[limit](name)}, ${many(max)} allowed`;
}
