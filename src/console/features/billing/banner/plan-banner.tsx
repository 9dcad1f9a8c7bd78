import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import { readOrgPlan } from '#console/modules/org/org-plan.ts';
import { planNews } from '#console/modules/org/plan-words.ts';
import { paths } from '#console/modules/paths.ts';
import { Banner } from '#console/ui/feedback/banner.tsx';
import type { Org } from '#generated/model/index.ts';

/** The banner about the organisation's plan: an unpaid invoice, the end of a trial or a scheduled change. */
export function PlanBanner({ org }: { org: Org }) {
  const news = planNews(readOrgPlan(org));
  if (!news) return null;
  const isInfo = news.tone === 'info';
  return (
    <Banner
      label="Plan"
      icon={isInfo ? IconInfoCircle : IconAlertTriangle}
      tone={news.tone}
      to={paths.billing(org.id)}
      linkText={isInfo ? 'View plan' : 'Update payment'}
    >
      {news.text}
    </Banner>
  );
}
