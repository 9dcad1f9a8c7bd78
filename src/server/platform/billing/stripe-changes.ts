import Stripe from 'stripe';
import { DETAIL } from '#domain/details.ts';
import { ProblemError } from '#domain/problem.ts';

/** Error codes of payments that the cardholder has to confirm with their bank. */
const UNCONFIRMED: readonly (string | undefined)[] = [
  'authentication_required',
  'invoice_payment_intent_requires_action',
  'subscription_payment_intent_requires_action',
];

interface Change {
  change: Stripe.SubscriptionUpdateParams;
  /** Undoes a scheduled cancellation; empty if there is none. */
  goesOn: Pick<Stripe.SubscriptionUpdateParams, 'cancel_at' | 'cancel_at_period_end'>;
  key: string;
}

/**
 * Changes a subscription if the payment succeeds. If the bank requires confirmation, the cardholder confirms on the
 * invoice's page, and the change takes effect then.
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
      // If the card is declined, nothing changes.
      { ...change, ...goesOn, payment_behavior: 'error_if_incomplete' },
      { idempotencyKey: `change-${key}` },
    );
  } catch (error) {
    const isUnconfirmed =
      error instanceof Stripe.errors.StripeCardError && UNCONFIRMED.includes(error.code);
    if (!isUnconfirmed) throw error;
    await stripe.subscriptions.update(
      subscription,
      // A scheduled cancellation stays, because a pending update can't undo every kind of it.
      { ...change, payment_behavior: 'pending_if_incomplete' },
      { idempotencyKey: `pending-${key}` },
    );
    throw new ProblemError('card_declined', DETAIL.planUnconfirmed, { cause: error });
  }
}
