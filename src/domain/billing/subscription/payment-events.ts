import type { Stores } from '../../stores.ts';
import { Taken } from '../../table.ts';
import type { PaymentEvent, PaymentProvider } from '../payments.port.ts';
import { referenceOf } from './credits.ts';
import { syncCustomer } from './sync-customer.ts';

/**
 * Processes a webhook from the payment provider once. If processing fails, it is tried again when the provider resends
 * it. The content doesn't matter: the customer's current state is read, so webhooks may arrive late and in any order.
 */
export async function receivePaymentEvent(
  stores: Stores,
  provider: PaymentProvider,
  event: PaymentEvent,
): Promise<void> {
  const { id, type, charge } = event;
  if (!(await isNew(stores, { id, type }))) return;
  const orgId = await orgOf(stores, provider, event);
  if (orgId !== undefined) await syncCustomer(stores, provider, orgId, charge);
  await stores.billing.events.change({ id }, { done_at: new Date().toISOString() });
}

/** The organisation of a customer, or of a payment whose customer has been replaced since. */
async function orgOf(
  { billing }: Stores,
  provider: PaymentProvider,
  { customer, charge }: PaymentEvent,
): Promise<string | undefined> {
  const row =
    customer === null ? undefined : await billing.subscriptions.find({ customer_id: customer });
  if (row || charge === null) return row?.org_id;
  const payment = await provider.readPayment(charge);
  const given = payment && (await billing.entries.find({ reference: referenceOf(payment) }));
  return given?.org_id;
}

async function isNew({ billing }: Stores, event: { id: string; type: string }): Promise<boolean> {
  const received_at = new Date().toISOString();
  try {
    await billing.events.insert({ ...event, received_at, done_at: null });
    return true;
  } catch (error) {
    if (!(error instanceof Taken)) throw error;
    return (await billing.events.find({ id: event.id }))?.done_at === null;
  }
}
