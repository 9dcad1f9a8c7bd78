import { useQueryClient } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import { readOnce } from '#console/api/query/calls.ts';
import { attempt } from '#console/ui/feedback/attempt.ts';
import { toast } from '#console/ui/feedback/toast.ts';
import {
  getGetBalanceQueryKey,
  getGetBillingQueryKey,
  getGetBillingQueryOptions,
  useCancelPlan,
  useCreateCheckout,
  useOpenBillingPortal,
  useResumePlan,
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
  const checkout = useCreateCheckout();
  const portal = useOpenBillingPortal();
  const cancel = useCancelPlan();
  const resume = useResumePlan();
  const leaveFor = (url: string) => globalThis.location.assign(url);
  return {
    isLeaving: checkout.isPending || portal.isPending,
    isChanging: cancel.isPending || resume.isPending,
    subscribe: (data: PlanChoice) =>
      attempt(async () => leaveFor((await checkout.mutateAsync({ orgId, data })).url)),
    openPortal: () => attempt(async () => leaveFor((await portal.mutateAsync({ orgId })).url)),
    cancel: (etag: string) =>
      attempt(async () => {
        await show(await cancel.mutateAsync({ orgId, headers: { 'If-Match': etag } }));
        toast.success('Subscription cancelled');
      }),
    resume: (etag: string) =>
      attempt(async () => {
        await show(await resume.mutateAsync({ orgId, headers: { 'If-Match': etag } }));
        toast.success("You're staying on your current plan");
      }),
  };
}
