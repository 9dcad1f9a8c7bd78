import { useQueryClient } from '@tanstack/react-query';
import { type ComponentType, Suspense, useEffect, useRef } from 'react';
import { useParams, useSearchParams } from 'react-router-dom';
import { paths } from '#console/modules/paths.ts';
import { useMembership } from '#console/modules/permission/use-membership.ts';
import { attempt } from '#console/ui/feedback/attempt.ts';
import { FormSkeleton } from '#console/ui/feedback/skeletons.tsx';
import { toast } from '#console/ui/feedback/toast.ts';
import { NavTabs } from '#console/ui/navigation/nav-tabs.tsx';
import { useQueryParam } from '#console/ui/navigation/use-query-param.ts';
import { lazyOf } from '#console/ui/on-demand.tsx';
import { Page } from '#console/ui/page/page.tsx';
import { getGetAutoTopUpQueryKey } from '#generated/api/billing/billing.ts';
import { useBilledOrg, useRefreshBilling } from './use-subscription.ts';

/** `/orgs/:orgId/settings/billing`: plan, credits, usage, ledger, limits and invoices; for guests, their projects' usage and limits. */
export function BillingPage() {
  const { orgId = '' } = useParams();
  const [wanted] = useQueryParam('tab');
  useCheckoutEnd();
  const { isGuest, pending } = useMembership(orgId);
  const open = BILLING_TABS.filter(({ forGuests }) => forGuests || !isGuest);
  const current = open.find(({ id }) => id === wanted) ?? open[0];
  const tabs = open.map(({ id, label }, index) => ({
    label,
    to: paths.billing(orgId, index === 0 ? undefined : id),
    current: id === current?.id,
  }));
  return (
    <Page title="Billing" area="Settings" tabs={<NavTabs label="Billing" tabs={tabs} />}>
      <Suspense fallback={<FormSkeleton />}>
        {pending ? <FormSkeleton /> : current && <current.Tab key={orgId} />}
      </Suspense>
    </Page>
  );
}

interface BillingTab {
  /** The value of `?tab=`. */
  id: string;
  label: string;
  /** Whether guests may open it: it shows what is theirs. */
  forGuests?: true;
  Tab: ComponentType;
}

/** The tabs of the billing page; the first is shown without `?tab=`. Each loads when it is opened. */
const BILLING_TABS: readonly BillingTab[] = [
  {
    id: 'plan',
    label: 'Plan',
    Tab: lazyOf(() => import('./plan/plan-tab.tsx'), 'PlanTab'),
  },
  {
    id: 'credits',
    label: 'Credits',
    Tab: lazyOf(() => import('./credits/credits-tab.tsx'), 'CreditsTab'),
  },
  {
    id: 'usage',
    label: 'Usage',
    forGuests: true,
    Tab: lazyOf(() => import('./usage/usage-tab.tsx'), 'UsageTab'),
  },
  {
    id: 'ledger',
    label: 'Ledger',
    Tab: lazyOf(() => import('./ledger/ledger-tab.tsx'), 'LedgerTab'),
  },
  {
    id: 'limits',
    label: 'Limits',
    forGuests: true,
    Tab: lazyOf(() => import('./limits/limits-tab.tsx'), 'LimitsTab'),
  },
  {
    id: 'invoices',
    label: 'Invoices',
    Tab: lazyOf(() => import('./invoices/invoices-tab.tsx'), 'InvoicesTab'),
  },
];

/** The query parameters after returning from the payment provider: ours, and those that Stripe adds. */
const PARAMETERS = ['checkout', 'setup_intent', 'setup_intent_client_secret', 'redirect_status'];

/** Refreshes billing after a payment or a new card, because the provider's webhook may not have arrived yet. */
function useCheckoutEnd(): void {
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
