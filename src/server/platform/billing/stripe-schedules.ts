import type Stripe from 'stripe';
import type { PlanInterval } from '#generated/model/index.ts';
import { idOf } from './stripe-state.ts';

/**
 * Schedules another price for after the current period. The subscription must not have a schedule yet.
 * @param key the idempotency key: repeating a request with it has no further effect
 */
export async function scheduleChange(
  stripe: Stripe,
  subscription: string,
  { price, interval, key }: { price: string; interval: PlanInterval; key: string },
): Promise<void> {
  const made = await stripe.subscriptionSchedules.create(
    { from_subscription: subscription },
    { idempotencyKey: `schedule-${key}` },
  );
  const [current] = made.phases;
  if (!current) throw new Error(`The schedule ${made.id} has no phase`);
  const kept = termsOf(current);
  await stripe.subscriptionSchedules.update(made.id, {
    end_behavior: 'release',
    proration_behavior: 'none',
    phases: [
      {
        ...kept,
        items: current.items.map(({ price, quantity }) => ({
          price: idOf(price) ?? '',
          quantity: quantity ?? 1,
        })),
        start_date: current.start_date,
        end_date: current.end_date,
      },
      {
        ...kept,
        items: [{ price, quantity: 1 }],
        duration: { interval: interval === 'yearly' ? 'year' : 'month' },
        proration_behavior: 'none',
      },
    ],
  });
}

/** Settings made in Stripe's dashboard, which would be lost in a phase that doesn't repeat them. */
function termsOf({
  discounts,
  default_tax_rates,
  automatic_tax,
}: Stripe.SubscriptionSchedule.Phase): Partial<Stripe.SubscriptionScheduleUpdateParams.Phase> {
  const reused = discounts.map(({ coupon, discount, promotion_code }) => {
    if (discount) return { discount: idOf(discount) ?? '' };
    return coupon ? { coupon: idOf(coupon) ?? '' } : { promotion_code: idOf(promotion_code) ?? '' };
  });
  const rates = default_tax_rates?.map(({ id }) => id) ?? [];
  return {
    ...(reused.length > 0 && { discounts: reused }),
    ...(rates.length > 0 && { default_tax_rates: rates }),
    ...(automatic_tax && { automatic_tax: { enabled: automatic_tax.enabled } }),
  };
}

/**
 * Releases a subscription from its schedule. A schedule is attached until its last phase has ended, even once its
 * change has taken effect, and until then Stripe rejects both another schedule and a cancellation.
 */
export async function releaseSchedule(
  stripe: Stripe,
  { schedule }: Pick<Stripe.Subscription, 'schedule'>,
): Promise<void> {
  const id = idOf(schedule);
  if (id !== undefined) await stripe.subscriptionSchedules.release(id);
}

/** The update that undoes a cancellation; empty if there is none. */
export function goingOn({
  schedule,
  cancel_at_period_end,
  cancel_at,
}: Stripe.Subscription): Pick<
  Stripe.SubscriptionUpdateParams,
  'cancel_at' | 'cancel_at_period_end'
> {
  // A cancellation that a schedule set is removed with the schedule.
  if (schedule !== null) return {};
  if (cancel_at_period_end) return { cancel_at_period_end: false };
  return cancel_at === null ? {} : { cancel_at: '' };
}
