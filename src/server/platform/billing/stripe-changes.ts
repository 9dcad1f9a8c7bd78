import Stripe from 'stripe';
import { DETAIL } from '#domain/details.ts';
import { ProblemError } from '#domain/problem.ts';

/** Errors of a payment that only its owner can confirm, with their bank. */
const UNCONFIRMED: readonly (string | undefined)[] = [
  'authentication_required',
  'invoice_payment_intent_requires_action',
  'subscription_payment_intent_requires_action',
];

/**
 * Changes a subscription if that can be paid. If a bank wants its owner to confirm the payment, there is an invoice on
 * whose page they do so, and the change begins with it.
 * @throws ProblemError 402 `card_declined` until it is confirmed
 */
export async function changeIfPaid(
  stripe: Stripe,
  subscription: string,
  change: Stripe.SubscriptionUpdateParams,
  key: string,
): Promise<void> {
  try {
    await stripe.subscriptions.update(
      subscription,
      // A declined card changes nothing.
      { ...change, payment_behavior: 'error_if_incomplete' },
      { idempotencyKey: `change-${key}` },
    );
  } catch (error) {
    const isUnconfirmed =
      error instanceof Stripe.errors.StripeCardError && UNCONFIRMED.includes(error.code);
    if (!isUnconfirmed) throw error;
    await stripe.subscriptions.update(
      subscription,
      { ...change, payment_behavior: 'pending_if_incomplete' },
      { idempotencyKey: `pending-${key}` },
    );
    throw new ProblemError('card_declined', DETAIL.planUnconfirmed, { cause: error });
  }
}
