import type { OperationsOf } from '../call.ts';
import type { Domain } from '../domain.ts';
import { createBillingService } from './billing.service.ts';
import { createSubscriptionService } from './subscription/subscription.service.ts';

/** The balance that runs are paid from, and the subscription. */
export function billingOperations(domain: Domain): OperationsOf<'billing'> {
  const billing = createBillingService(domain);
  const subscriptions = createSubscriptionService(domain);
  return {
    getBilling: ({ params, query }) => subscriptions.get(params.orgId, query.refresh),
    createCheckout: ({ params, body }) => subscriptions.startCheckout(params.orgId, body),
    openBillingPortal: ({ params }) => subscriptions.openPortal(params.orgId),
    previewPlanChange: ({ params, query }) => subscriptions.preview(params.orgId, query),
    changePlan: ({ params, body, headers }) =>
      subscriptions.change(params.orgId, body, headers['if-match']),
    cancelPlan: ({ params, headers }) => subscriptions.cancel(params.orgId, headers['if-match']),
    resumePlan: ({ params, headers }) => subscriptions.resume(params.orgId, headers['if-match']),
    listInvoices: ({ params, query }) => subscriptions.listInvoices(params.orgId, query),
    createCardSetup: ({ params }) => subscriptions.startCardSetup(params.orgId),
    replaceTaxId: ({ params, body }) => subscriptions.setTaxId(params.orgId, body),
    deleteTaxId: ({ params }) => subscriptions.setTaxId(params.orgId, null),
    getBalance: ({ params }) => billing.getBalance(params.orgId),
  };
}
