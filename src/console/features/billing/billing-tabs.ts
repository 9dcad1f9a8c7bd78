import type { ComponentType } from 'react';
import { lazyOf } from '#console/ui/on-demand.tsx';

interface BillingTab {
  /** The value of `?tab=`. */
  id: string;
  label: string;
  /** Whether guests may open it: it shows what is theirs. */
  forGuests?: true;
  Tab: ComponentType;
}

/** The tabs of the billing page; the first is shown without `?tab=`. Each loads when it is opened. */
export const BILLING_TABS: readonly BillingTab[] = [
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
