import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import { readOrgPlan } from '#console/modules/org/org-plan.ts';
import { planNews } from '#console/modules/org/plan-words.ts';
import { paths } from '#console/modules/paths.ts';
import { Link } from '#console/ui/navigation/link.tsx';
import type { Org } from '#generated/model/index.ts';
import classes from './plan-banner.module.css';

/** Says what everybody should know about the organisation's plan: an unpaid invoice, an end or a change. */
export function PlanBanner({ org }: { org: Org }) {
  const news = planNews(readOrgPlan(org));
  if (!news) return null;
  const Icon = news.tone === 'info' ? IconInfoCircle : IconAlertTriangle;
  return (
    <section className={classes.banner} aria-label="Plan" data-tone={news.tone}>
      <Icon className={classes.icon} aria-hidden />
      <span className={classes.text}>{news.text}</span>
      <Link to={paths.billing(org.id)} className={classes.link}>
        {news.tone === 'info' ? 'View plan' : 'Update payment'}
      </Link>
    </section>
  );
}
