import Stripe from 'stripe';
import { idOf } from './stripe-state.ts';

/** How many recently added cards are checked. */
const RECENT = 5;

/**
 * Makes a card that was added through our form the default, and charges it for unpaid invoices. This happens once per
 * card, whichever notices the card first: the form, the webhook or the periodic check.
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
    // The subscription's own card would take precedence.
    if (own) await stripe.subscriptions.update(id, { default_payment_method: card });
  }
  await stripe.setupIntents.update(added.id, { metadata: { kind: 'card', used: 'true' } });
  const unpaid = await stripe.invoices.list({ customer, status: 'open', limit: RECENT });
  for (const { id } of unpaid.data) await payIfPossible(stripe, id);
}

/** The default card: the subscription's, or otherwise the customer's. */
export async function payingCard(stripe: Stripe, customer: string): Promise<string | undefined> {
  const found = await stripe.customers.retrieve(customer);
  if (found.deleted) return undefined;
  const subscriptions = await stripe.subscriptions.list({ customer, limit: RECENT });
  const own = subscriptions.data.map((one) => idOf(one.default_payment_method)).find(Boolean);
  return own ?? idOf(found.invoice_settings.default_payment_method);
}

/** Saves the card used to buy credits as the customer's default, if they have none. */
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

/** Ignores declined cards, because Stripe retries by itself. */
async function payIfPossible(stripe: Stripe, invoice: string): Promise<void> {
  try {
    await stripe.invoices.pay(invoice);
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeCardError)) throw error;
  }
}
