import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { attempt } from '#console/ui/feedback/attempt.ts';
import { toast } from '#console/ui/feedback/toast.ts';
import { useQueryParam } from '#console/ui/navigation/use-query-param.ts';
import { invalidateGetAutoTopUp } from '#generated/api/billing/billing.ts';
import { useBilledOrg, useRefreshBilling } from './use-subscription.ts';

/** Reads the new state after a payment, of which the provider may not have told the server yet. */
export function useCheckoutEnd(): void {
  const { orgId } = useBilledOrg();
  const client = useQueryClient();
  const [ended, setEnded] = useQueryParam('checkout');
  const refresh = useRefreshBilling();
  const isDone = useRef(false);
  useEffect(() => {
    if (ended !== 'done' || isDone.current) return;
    isDone.current = true;
    void attempt(async () => {
      await refresh();
      // There may be a card now.
      await invalidateGetAutoTopUp(client, orgId);
      toast.success('Thank you, the payment was received');
      setEnded(null);
    });
  }, [ended, refresh, setEnded, client, orgId]);
}
