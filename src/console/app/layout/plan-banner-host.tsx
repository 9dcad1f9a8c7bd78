import { lazy, Suspense, useContext } from 'react';
import { useGetOrg } from '#generated/api/org/org.ts';
import { ActiveProjectContext } from '../../modules/selection/use-active-project.ts';

const PlanBanner = lazy(() =>
  import('../../features/billing/banner/plan-banner.tsx').then((m) => ({ default: m.PlanBanner })),
);

/** Fields, in both spellings, that are null unless there is something to say about a plan. */
const NEWS = /^(pending_?plan|trial_?ends|grace_?period)/i;

/** The banner of the organisation's plan, which is loaded only if there is something to say. */
export function PlanBannerHost() {
  const orgId = useContext(ActiveProjectContext)?.org_id ?? '';
  const { data: org } = useGetOrg(orgId, {
    query: { enabled: orgId !== '', meta: { silent: true } },
  });
  const isNews = org && Object.entries(org).some(([name, value]) => value && NEWS.test(name));
  return (
    isNews && (
      <Suspense>
        <PlanBanner org={org} />
      </Suspense>
    )
  );
}
