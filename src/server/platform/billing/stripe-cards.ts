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

/** The card that pays: that of the subscription, or else the customer's. */
export async function payingCard(stripe: Stripe, customer: string): Promise<string | undefined> {
  const found = await stripe.customers.retrieve(customer);
  if (found.deleted) return undefined;
  const subscriptions = await stripe.subscriptions.list({ customer, limit: RECENT });
  const own = subscriptions.data.map((one) => idOf(one.default_payment_method)).find(Boolean);
  return own ?? idOf(found.invoice_settings.default_payment_method);
}

/** Makes a card with which credits were bought the customer's, if they have none. */
export async function adoptCard(
  stripe: Stripe,
  customer: string,
): Promise<Stripe.PaymentMethod | undefined> {
  if ((await stripe.customers.retrieve(customer)).deleted) return undefined;
  const { data } = await stripe.customers.listPaymentMethods(customer, { type: 'card', limit: 1 });
  const [card] = data;
  if (card)
    await stripe.customers.update(customer, {
      invoice_settings: { default_payment_method: card.id },
    });
  return card;
}

/** Stripe tries again by itself, so a declined card is no news. */
async function payIfPossible(stripe: Stripe, invoice: string): Promise<void> {
  try {
    await stripe.invoices.pay(invoice);
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeCardError)) throw error;
  }
}
