import type Stripe from 'stripe';

/** Of several pages that somebody has opened, only the last one works, so that nobody subscribes twice. */
export async function expireCheckouts(stripe: Stripe, customer: string): Promise<void> {
  const open = await stripe.checkout.sessions.list({ customer, status: 'open', limit: 100 });
  for (const { id } of open.data) await stripe.checkout.sessions.expire(id);
}

/** Ends all subscriptions of a customer at once, and closes the pages on which another one could begin. */
export async function endAll(stripe: Stripe, customer: string): Promise<void> {
  const found = await stripe.customers.retrieve(customer);
  // With a customer, Stripe also ends what they subscribed to.
  if (found.deleted) return;
  await expireCheckouts(stripe, customer);
  // Those that have ended aren't among them.
  const subscriptions = await stripe.subscriptions.list({ customer, limit: 100 });
  for (const { id } of subscriptions.data) await stripe.subscriptions.cancel(id);
}
