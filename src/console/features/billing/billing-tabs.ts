import { type ComponentType, lazy } from 'react';

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
    Tab: lazy(() => import('./plan/plan-tab.tsx').then((m) => ({ default: m.PlanTab }))),
  },
  {
    id: 'credits',
    label: 'Credits',
    Tab: lazy(() => import('./credits/credits-tab.tsx').then((m) => ({ default: m.CreditsTab }))),
  },
  {
    id: 'usage',
    label: 'Usage',
    forGuests: true,
    Tab: lazy(() => import('./usage/usage-tab.tsx').then((m) => ({ default: m.UsageTab }))),
  },
  {
    id: 'ledger',
    label: 'Ledger',
    Tab: lazy(() => import('./ledger/ledger-tab.tsx').then((m) => ({ default: m.LedgerTab }))),
  },
  {
    id: 'limits',
    label: 'Limits',
    forGuests: true,
    Tab: lazy(() => import('./limits/limits-tab.tsx').then((m) => ({ default: m.LimitsTab }))),
  },
  {
    id: 'invoices',
    label: 'Invoices',
    Tab: lazy(() =>
      import('./invoices/invoices-tab.tsx').then((m) => ({ default: m.InvoicesTab })),
    ),
  },
];
