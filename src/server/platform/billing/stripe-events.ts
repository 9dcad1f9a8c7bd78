import Stripe from 'stripe';
import type { PaymentEvent } from '#domain/billing/payments.port.ts';
import { orMissing } from './stripe-client.ts';
import { idOf } from './stripe-state.ts';

/** The tolerance for a signature's timestamp: five minutes for delivery plus five for clock skew. */
const TOLERANCE_SECONDS = 600;

/**
 * Verifies and parses a webhook from Stripe. Only IDs are used, because its other contents may be out of date.
 * @returns undefined if the signature isn't Stripe's
 */
export async function readStripeEvent(
  stripe: Stripe,
  { body, signature, secret }: { body: string; signature: string; secret: string },
): Promise<PaymentEvent | undefined> {
  const event = await verify(stripe, body, signature, secret);
  // A signed body that isn't an event is ignored too.
  if (typeof event?.data?.object !== 'object' || !event.id) return undefined;
  const { id, type } = event;
  const { customer, charge } = await subjectOf(stripe, event);
  return { id, type, customer: customer ?? null, charge: charge ?? null };
}

async function verify(stripe: Stripe, body: string, signature: string, secret: string) {
  // Stripe's library only rejects timestamps that are too old, not those in the future.
  const [, sent = ''] = /(?:^|,)t=(\d+)/.exec(signature) ?? [];
  if (Number(sent) > Date.now() / 1000 + TOLERANCE_SECONDS) return undefined;
  try {
    return await stripe.webhooks.constructEventAsync(body, signature, secret, TOLERANCE_SECONDS);
  } catch (error) {
    // A signed body that isn't JSON is ignored too.
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) return undefined;
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** The customer, and the charge that was refunded or disputed. */
async function subjectOf(
  stripe: Stripe,
  { type, data }: Stripe.Event,
): Promise<{ customer: string | undefined; charge?: string | undefined }> {
  const object = data.object as {
    object: string;
    id: string;
    customer?: string | { id: string } | null;
    charge?: string | { id: string } | null;
  };
  if (object.object === 'customer') return { customer: object.id };
  const customer = idOf(object.customer);
  if (object.object === 'charge' && type.startsWith('charge.refund'))
    return { customer, charge: object.id };
  const charge = idOf(object.charge);
  if (customer !== undefined || charge === undefined) return { customer };
  // Disputes and refunds contain only the charge's ID.
  const found = await orMissing(stripe.charges.retrieve(charge));
  return { customer: idOf(found?.customer), charge };
}
