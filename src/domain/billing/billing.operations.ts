import type { OperationsOf } from '../call.ts';
import type { Domain } from '../domain.ts';
import { createBillingService } from './billing.service.ts';

/** The balance that runs are paid from. */
export function billingOperations(domain: Domain): OperationsOf<'billing'> {
  const billing = createBillingService(domain);
  return {
    getBalance: ({ params }) => billing.getBalance(params.orgId),
  };
}
