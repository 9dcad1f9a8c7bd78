import type { Stores } from '../../stores.ts';
import { Taken } from '../../table.ts';
import type { PaymentEvent, PaymentProvider } from '../payments.port.ts';
import { syncCustomer } from './sync-customer.ts';

/**
 * Processes a webhook from the payment provider once. If processing fails, it is tried again when the provider resends
 * it. The content doesn't matter: the customer's current state is read, so webhooks may arrive late and in any order.
 */
export async function receivePaymentEvent(
  stores: Stores,
  provider: PaymentProvider,
  { id, type, customer }: PaymentEvent,
): Promise<void> {
  if (!(await isNew(stores, { id, type }))) return;
  const row =
    customer === null
      ? undefined
      : await stores.billing.subscriptions.find({ customer_id: customer });
  if (row) await syncCustomer(stores, provider, row.org_id);
  await stores.billing.events.change({ id }, { done_at: new Date().toISOString() });
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
