import type Stripe from 'stripe';
import { orMissing } from './stripe-client.ts';

/**
 * If several checkout pages are opened, even at the same time, only the last one works, so that nobody subscribes
 * twice.
 */
export async function keepLastCheckout(stripe: Stripe, customer: string): Promise<void> {
  const open = await openPages(stripe, customer);
  const [_last, ...others] = open.filter(({ mode }) => mode === 'subscription');
  await close(stripe, others);
}

/** Newest first. */
async function openPages(stripe: Stripe, customer: string): Promise<Stripe.Checkout.Session[]> {
  return (await stripe.checkout.sessions.list({ customer, status: 'open', limit: 100 })).data;
}

async function close(stripe: Stripe, pages: readonly Stripe.Checkout.Session[]): Promise<void> {
  for (const { id } of pages) await stripe.checkout.sessions.expire(id);
}

/** Ends all subscriptions of a customer immediately, and expires their checkout pages. */
export async function endAll(stripe: Stripe, customer: string): Promise<void> {
  const found = await orMissing(stripe.customers.retrieve(customer));
  // Deleting a customer in Stripe also ends their subscriptions.
  if (!found || found.deleted) return;
  await close(stripe, await openPages(stripe, customer));
  // Subscriptions that have ended aren't included.
  const subscriptions = await stripe.subscriptions.list({ customer, limit: 100 });
  for (const { id } of subscriptions.data) await stripe.subscriptions.cancel(id);
}
