import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { attempt } from '#console/ui/feedback/attempt.ts';
import { toast } from '#console/ui/feedback/toast.ts';
import { getGetAutoTopUpQueryKey } from '#generated/api/billing/billing.ts';
import { useBilledOrg, useRefreshBilling } from './use-subscription.ts';

/** The query parameters after returning from the payment provider: ours, and those that Stripe adds. */
const PARAMETERS = ['checkout', 'setup_intent', 'setup_intent_client_secret', 'redirect_status'];

/** Refreshes billing after a payment or a new card, because the provider's webhook may not have arrived yet. */
export function useCheckoutEnd(): void {
  const { orgId } = useBilledOrg();
  const client = useQueryClient();
  const [search, setSearch] = useSearchParams();
  const refresh = useRefreshBilling();
  const isDone = useRef(false);
  useEffect(() => {
    const ended = search.get('checkout');
    if (ended === null || isDone.current) return;
    isDone.current = true;
    const isRefused = search.get('redirect_status') === 'failed';
    const rest = new URLSearchParams(search);
    for (const name of PARAMETERS) rest.delete(name);
    setSearch(rest, { replace: true });
    void attempt(async () => {
      await refresh();
      // A card may have been saved.
      await client.invalidateQueries({ queryKey: getGetAutoTopUpQueryKey(orgId) });
      if (isRefused)
        toast.error("The bank didn't confirm the card. Try again, or use another card.");
      else toast.success(ended === 'card' ? 'Card saved' : 'Payment received. Thank you!');
    });
  }, [search, setSearch, refresh, client, orgId]);
}
