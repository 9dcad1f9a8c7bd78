import Stripe from 'stripe';
import type { PaymentEvent } from '#domain/billing/payments.port.ts';
import { idOf } from './stripe-state.ts';

/** How far a signature's time may be from ours: five minutes on the way, and five by which the clocks may differ. */
const TOLERANCE_SECONDS = 600;

/**
 * Reads a webhook of Stripe. Of its content only ids are used, because what it says may be out of date.
 * @returns undefined if Stripe hasn't signed it
 */
export async function readStripeEvent(
  stripe: Stripe,
  { body, signature, secret }: { body: string; signature: string; secret: string },
): Promise<PaymentEvent | undefined> {
  const event = await verify(stripe, body, signature, secret);
  // What has Stripe's signature but isn't an event has no effect either.
  if (typeof event?.data?.object !== 'object' || !event.id) return undefined;
  const { id, type } = event;
  return { id, type, customer: (await customerOf(stripe, event)) ?? null };
}

async function verify(stripe: Stripe, body: string, signature: string, secret: string) {
  // Stripe's library only refuses what is too old.
  const [, sent = ''] = /(?:^|,)t=(\d+)/.exec(signature) ?? [];
  if (Number(sent) > Date.now() / 1000 + TOLERANCE_SECONDS) return undefined;
  try {
    return await stripe.webhooks.constructEventAsync(body, signature, secret, TOLERANCE_SECONDS);
  } catch (error) {
    // A signed body that isn't JSON isn't from Stripe either.
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) return undefined;
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

async function customerOf(stripe: Stripe, event: Stripe.Event): Promise<string | undefined> {
  const object = event.data.object as {
    object: string;
    id: string;
    customer?: string | { id: string } | null;
    charge?: string | { id: string } | null;
  };
  if (object.object === 'customer') return object.id;
  if (object.customer) return idOf(object.customer);
  const charge = idOf(object.charge);
  // Disputes and refunds only name the charge.
  return charge === undefined ? undefined : idOf((await stripe.charges.retrieve(charge)).customer);
}
