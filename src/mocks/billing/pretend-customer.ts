import type { CustomerState } from '#domain/billing/payments.port.ts';
import type { Invoice } from '#generated/model/index.ts';

/** A customer of the simulated payment provider. */
export interface PretendCustomer extends CustomerState {
  invoices: Invoice[];
}
