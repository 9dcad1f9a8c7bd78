import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { moneyText, planLabel, priceText } from '#console/modules/org/plan-words.ts';
import { Permitted } from '#console/modules/permission/permitted.tsx';
import { StatusBadge } from '#console/ui/display/status-badge.tsx';
import { formatDay } from '#console/ui/display/time.tsx';
import { Segmented } from '#console/ui/form/segmented.tsx';
import { isUpgrade } from '#core/billing/plans.ts';
import type { Billing, Plan, PlanInterval, PlanName } from '#generated/model/index.ts';
import { useBilledOrg, useSubscription } from '../use-subscription.ts';
import { ChangeDialog } from './change-dialog.tsx';
import classes from './plan.module.css';

const INTERVALS = [
  { value: 'monthly', label: 'Monthly' },
  { value: 'yearly', label: 'Yearly' },
] as const;

/** The plans side by side, with their prices and limits. */
export function PlanCards({ billing }: { billing: Billing }) {
  const [interval, setInterval] = useState<PlanInterval>(billing.interval ?? 'monthly');
  const [wanted, setWanted] = useState<PlanName | null>(null);
  return (
    <section aria-label="Plans">
      <div className={classes.choice}>
        <h2>Plans</h2>
        <Segmented label="Billed" items={INTERVALS} value={interval} onChange={setInterval} />
      </div>
      <ul className={classes.cards}>
        {billing.plans.map((plan) => (
          <PlanCard
            key={plan.plan}
            plan={plan}
            billing={billing}
            interval={interval}
            onChange={() => setWanted(plan.plan)}
          />
        ))}
      </ul>
      {wanted && (
        <ChangeDialog
          billing={billing}
          plan={wanted}
          interval={interval}
          onClosed={() => setWanted(null)}
        />
      )}
    </section>
  );
}

type PlanCardProps = {
  plan: Plan;
  billing: Billing;
  interval: PlanInterval;
  onChange: () => void;
};

function PlanCard({ plan, billing, interval, onChange }: PlanCardProps) {
  const price = plan.prices.find((one) => one.interval === interval);
  const isCurrent = plan.plan === billing.plan;
  const { pending_plan, pending_plan_date } = billing;
  return (
    <li className={classes.card} data-current={isCurrent || undefined}>
      <div className={classes.name}>
        <h3>{planLabel(plan.plan)}</h3>
        {isCurrent && <StatusBadge tone="accent">Current plan</StatusBadge>}
        {!isCurrent && plan.plan === pending_plan && pending_plan_date && (
          <StatusBadge tone="neutral">From {formatDay(pending_plan_date)}</StatusBadge>
        )}
      </div>
      <div className={classes.price}>
        {plan.plan === 'free' ? (
          '$0'
        ) : price ? (
          <>
            {moneyText(price.amount)}{' '}
            <small>{interval === 'monthly' ? 'a month' : 'a year'}, plus any tax</small>
          </>
        ) : (
          <small>Price currently unavailable</small>
        )}
      </div>
      <ul className={classes.limits}>
        {limitsOf(plan).map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <CardAction
        plan={plan}
        billing={billing}
        interval={interval}
        isPriced={price !== undefined}
        onChange={onChange}
      />
    </li>
  );
}

function CardAction({
  plan: { plan, trial_days },
  billing,
  interval,
  isPriced,
  onChange,
}: PlanCardProps & { isPriced: boolean }) {
  const { scope } = useBilledOrg();
  const { subscribe, isLeaving } = useSubscription();
  const isSubscribed = !['free', 'canceled'].includes(billing.status);
  if (!isSubscribed) {
    if (plan === 'free' || !isPriced) return null;
    const hasTrial = billing.trial_available && trial_days > 0;
    return (
      <>
        <Permitted on={scope} name="edit">
          <Button loading={isLeaving} onClick={() => subscribe({ plan, interval })}>
            {hasTrial
              ? `Try ${planLabel(plan)} for ${trial_days} days`
              : `Choose ${planLabel(plan)}`}
          </Button>
        </Permitted>
        {hasTrial && (
          <Text size="xs" c="dimmed">
            You add a card now and pay when the trial ends. Cancel before then and you pay nothing.
          </Text>
        )}
      </>
    );
  }
  const isSame = plan === billing.plan && (plan === 'free' || interval === billing.interval);
  const isPending =
    plan === billing.pending_plan &&
    (plan === 'free' || interval === billing.pending_plan_interval);
  if (isSame || isPending) return null;
  // An unpaid invoice has to be paid first, as the state above the cards says.
  if (plan !== 'free' && (!isPriced || billing.status === 'past_due')) return null;
  const current = { plan: billing.plan, interval: billing.interval };
  const label =
    plan === 'free'
      ? 'Cancel subscription'
      : plan === billing.plan
        ? `Switch to ${interval}`
        : isUpgrade(current, { plan, interval })
          ? `Upgrade to ${planLabel(plan)}`
          : `Downgrade to ${planLabel(plan)}`;
  return (
    <Permitted on={scope} name="edit">
      <Button variant={label.startsWith('Upgrade') ? 'filled' : 'default'} onClick={onChange}>
        {label}
      </Button>
    </Permitted>
  );
}

function limitsOf({ limits, monthly_credit }: Plan): string[] {
  const many = (value: number) => value.toLocaleString('en-GB');
  return [
    monthly_credit > 0
      ? `Includes ${priceText(monthly_credit, 'monthly')} in credit`
      : 'Pay as you go from your balance',
    `${many(limits.projects)} projects, ${many(limits.members)} people`,
    `${many(limits.tasks)} tasks per project`,
    `${many(limits.documents)} documents per collection`,
    `${many(limits.concurrent_runs)} concurrent runs`,
  ];
}
