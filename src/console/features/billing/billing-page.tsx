import { Suspense } from 'react';
import { useParams } from 'react-router-dom';
import { paths } from '#console/modules/paths.ts';
import { useMembership } from '#console/modules/permission/use-membership.ts';
import { FormSkeleton } from '#console/ui/feedback/skeletons.tsx';
import { NavTabs } from '#console/ui/navigation/nav-tabs.tsx';
import { useQueryParam } from '#console/ui/navigation/use-query-param.ts';
import { Page } from '#console/ui/page/page.tsx';
import { BILLING_TABS } from './billing-tabs.ts';
import { useCheckoutEnd } from './use-checkout-end.ts';

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
