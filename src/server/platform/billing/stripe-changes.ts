import Stripe from 'stripe';
import { DETAIL } from '#domain/details.ts';
import { ProblemError } from '#domain/problem.ts';

/** Errors of a payment that only its owner can confirm, with their bank. */
const UNCONFIRMED: readonly (string | undefined)[] = [
  'authentication_required',
  'invoice_payment_intent_requires_action',
  'subscription_payment_intent_requires_action',
];

interface Change {
  change: Stripe.SubscriptionUpdateParams;
  /** Undoes a planned end; nothing if there is none. */
  goesOn: Pick<Stripe.SubscriptionUpdateParams, 'cancel_at' | 'cancel_at_period_end'>;
  key: string;
}

/**
 * Changes a subscription if that can be paid. If a bank wants its owner to confirm the payment, there is an invoice on
 * whose page they do so, and the change begins with it.
 * @throws ProblemError 402 `card_declined` until it is confirmed
 */
export async function changeIfPaid(
  stripe: Stripe,
  subscription: string,
  { change, goesOn, key }: Change,
): Promise<void> {
  try {
    await stripe.subscriptions.update(
      subscription,
      // A declined card changes nothing.
      { ...change, ...goesOn, payment_behavior: 'error_if_incomplete' },
      { idempotencyKey: `change-${key}` },
    );
  } catch (error) {
    const isUnconfirmed =
      error instanceof Stripe.errors.StripeCardError && UNCONFIRMED.includes(error.code);
    if (!isUnconfirmed) throw error;
    await stripe.subscriptions.update(
      subscription,
      // A planned end stays, because an update that waits can't undo every kind of it.
      { ...change, payment_behavior: 'pending_if_incomplete' },
      { idempotencyKey: `pending-${key}` },
    );
    throw new ProblemError('card_declined', DETAIL.planUnconfirmed, { cause: error });
  }
}
