import Stripe from 'stripe';
import { idOf } from './stripe-state.ts';

/** How many added cards are looked at. */
const RECENT = 5;

/**
 * Lets a card that was added through our form pay from now on, and pay what is unpaid. It happens once for each card,
 * whoever notices it first: the form, the notification, or the periodic check.
 */
export async function readNewCard(stripe: Stripe, customer: string): Promise<void> {
  const { data } = await stripe.setupIntents.list({ customer, limit: RECENT });
  const added = data.find(
    ({ status, metadata }) => status === 'succeeded' && metadata?.kind === 'card',
  );
  const card = idOf(added?.payment_method);
  if (!added || card === undefined || added.metadata?.used === 'true') return;
  await stripe.customers.update(customer, {
    invoice_settings: { default_payment_method: card },
  });
  const subscriptions = await stripe.subscriptions.list({ customer, limit: RECENT });
  for (const { id, default_payment_method: own } of subscriptions.data) {
    // A card of the subscription itself would have precedence.
    if (own) await stripe.subscriptions.update(id, { default_payment_method: card });
  }
  await stripe.setupIntents.update(added.id, { metadata: { kind: 'card', used: 'true' } });
  const unpaid = await stripe.invoices.list({ customer, status: 'open', limit: RECENT });
  for (const { id } of unpaid.data) await payIfPossible(stripe, id);
}

/** Stripe tries again by itself, so a declined card is no news. */
async function payIfPossible(stripe: Stripe, invoice: string): Promise<void> {
  try {
    await stripe.invoices.pay(invoice);
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeCardError)) throw error;
  }
}
