import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { mutate, readOnce } from '#console/api/query/calls.ts';
import { attempt } from '#console/ui/feedback/attempt.ts';
import {
  cancelPlan,
  createCheckout,
  getGetBalanceQueryKey,
  getGetBillingQueryKey,
  getGetBillingQueryOptions,
  openBillingPortal,
  resumePlan,
} from '#generated/api/billing/billing.ts';
import { getGetOrgQueryKey } from '#generated/api/org/org.ts';
import type { Billing, PlanChoice } from '#generated/model/index.ts';

/** The organisation of the billing page. */
export function useBilledOrg() {
  const { orgId = '' } = useParams();
  return { orgId, scope: { level: 'organization', orgId } as const };
}

/** Updates everything on screen that depends on the subscription. */
export function useShowBilling(): (billing: Billing) => Promise<void> {
  const client = useQueryClient();
  return async (billing) => {
    const { org_id } = billing;
    client.setQueryData(getGetBillingQueryKey(org_id), billing);
    await Promise.all(
      [getGetOrgQueryKey(org_id), getGetBalanceQueryKey(org_id)].map((queryKey) =>
        client.invalidateQueries({ queryKey }),
      ),
    );
  };
}

/** Reads the state from the payment provider, whose webhooks may not have arrived yet. */
export function useRefreshBilling(): () => Promise<Billing> {
  const { orgId } = useBilledOrg();
  const show = useShowBilling();
  return async () => {
    const billing = await readOnce(getGetBillingQueryOptions(orgId, { refresh: true }));
    await show(billing);
    return billing;
  };
}

/** The actions on the subscription that need no dialog. */
export function useSubscription() {
  const { orgId } = useBilledOrg();
  const show = useShowBilling();
  const [isLeaving, setLeaving] = useState(false);
  const leaveFor = async (made: Promise<{ url: string }>) => {
    setLeaving(true);
    await attempt(async () => globalThis.location.assign((await made).url));
    setLeaving(false);
  };
  const cancel = (etag: string) => mutate(cancelPlan, orgId, { 'If-Match': etag });
  const resume = (etag: string) => mutate(resumePlan, orgId, { 'If-Match': etag });
  return {
    isLeaving,
    subscribe: (data: PlanChoice) => leaveFor(mutate(createCheckout, orgId, data)),
    openPortal: () => leaveFor(mutate(openBillingPortal, orgId)),
    cancel: (etag: string) =>
      attempt(async () => show(await cancel(etag)), { success: 'Subscription cancelled' }),
    resume: (etag: string) =>
      attempt(async () => show(await resume(etag)), {
        success: "You're staying on your current plan",
      }),
  };
}
