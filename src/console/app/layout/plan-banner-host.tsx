import { useContext } from 'react';
import { onDemand } from '#console/ui/on-demand.tsx';
import { useGetOrg } from '#generated/api/org/org.ts';
import { ActiveProjectContext } from '../../modules/selection/use-active-project.ts';

const PlanBanner = onDemand(
  () => import('../../features/billing/banner/plan-banner.tsx'),
  'PlanBanner',
);

/** Fields, in both spellings, that are null unless the plan needs a banner. */
const NEWS = /^(pending_?plan|trial_?ends|grace_?period)/i;

/** The banner about the organisation's plan. Its code is loaded only if there is one to show. */
export function PlanBannerHost() {
  const orgId = useContext(ActiveProjectContext)?.org_id ?? '';
  const { data: org } = useGetOrg(orgId, {
    query: { enabled: orgId !== '', meta: { silent: true } },
  });
  const isNews = org && Object.entries(org).some(([name, value]) => value && NEWS.test(name));
  return isNews && <PlanBanner org={org} />;
}
