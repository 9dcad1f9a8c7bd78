import { describe, expect, it } from 'vitest';
import type { Billing } from '#generated/model/index.ts';
import { readOrgPlan } from './org-plan.ts';
import { excessText, moneyText, planNews, planSentence, priceText } from './plan-words.ts';

const billing = {
  plan: 'professional',
  status: 'active',
  interval: 'monthly',
  price: 49_000_000,
  trial_ends_at: null,
  period_ends_at: '2026-12-20T09:00:00Z',
  cancels_at: null,
  grace_period_ends_at: null,
  pending_plan: null,
  pending_plan_interval: null,
  pending_plan_date: null,
  missing: [],
  plans: [
    {
      plan: 'professional',
      prices: [
        { interval: 'monthly', amount: 49_000_000 },
        { interval: 'yearly', amount: 490_000_000 },
      ],
    },
  ],
} as unknown as Billing;
const NOW = Date.parse('2026-11-24T09:00:00Z');

describe('the sentence about a plan', () => {
  it.each<[Partial<Billing>, string]>([
    [{ status: 'free', plan: 'free', interval: null }, 'Free plan. No subscription.'],
    [
      { status: 'trialing', trial_ends_at: '2026-12-04T09:00:00Z' },
      'Professional, monthly. Trial ends on 4 Dec 2026; then $49 a month.',
    ],
    [{}, 'Professional, monthly. Renews on 20 Dec 2026 for $49 a month.'],
    [
      { status: 'past_due', grace_period_ends_at: '2099-12-01T09:00:00Z' },
      'Professional, monthly. The last payment failed. Everything keeps working until 1 Dec 2099; then the limits of the Free plan apply until it is paid.',
    ],
    [
      {
        plan: 'teams',
        pending_plan: 'professional',
        pending_plan_interval: 'yearly',
        pending_plan_date: '2026-12-20T09:00:00Z',
      },
      'Teams, monthly. Changes to Professional, yearly on 20 Dec 2026; then $490 a year.',
    ],
    [
      { pending_plan: 'free', cancels_at: '2026-12-20T09:00:00Z' },
      'Professional, monthly. Ends on 20 Dec 2026; then Free.',
    ],
    [{ status: 'canceled', plan: 'free' }, 'Free plan. The subscription has ended.'],
    [{ price: 39_000_000 }, 'Professional, monthly. Renews on 20 Dec 2026 for $39 a month.'],
    [{ price: null }, 'Professional, monthly. Renews on 20 Dec 2026.'],
    [
      { status: 'free', plan: 'free', missing: ['STRIPE_SECRET_KEY'] },
      "Payments aren't set up on this server. The limits of the Teams plan apply.",
    ],
  ])('says %j', (change, sentence) => {
    expect(planSentence({ ...billing, ...change })).toBe(sentence);
  });
});

describe('the banner of a subscription', () => {
  it.each<[object, string | null]>([
    [{ plan_status: 'free' }, null],
    [{ plan_status: 'trialing', trial_ends_at: '2026-12-04T09:00:00Z' }, null],
    [
      { plan_status: 'trialing', trial_ends_at: '2026-11-26T09:00:00Z' },
      'The trial ends on 26 Nov 2026.',
    ],
    [{ plan_status: 'active', plan_interval: 'monthly' }, null],
    [
      { plan_status: 'past_due', grace_period_ends_at: '2026-12-01T09:00:00Z' },
      'The last payment failed. Everything keeps working until 1 Dec 2026; then the limits of the Free plan apply until it is paid.',
    ],
    [
      { planStatus: 'past_due', gracePeriodEndsAt: '2026-11-23T09:00:00Z' },
      'The last payment failed, so the limits of the Free plan apply until it is paid.',
    ],
    [
      {
        plan_status: 'active',
        pendingPlan: 'professional',
        pendingPlanDate: '2026-12-20T09:00:00Z',
      },
      'The plan changes to Professional on 20 Dec 2026.',
    ],
    [
      { plan_status: 'active', pending_plan: 'free', pending_plan_date: '2026-12-20T09:00:00Z' },
      'The subscription ends on 20 Dec 2026; then the limits of the Free plan apply.',
    ],
    [{ plan_status: 'canceled' }, null],
  ])('for %j', (org, text) => {
    expect(planNews(readOrgPlan(org), NOW)?.text ?? null).toBe(text);
  });
});

it('shows money with cents only if there are some', () => {
  expect([49_000_000, -1_633_000_000, 24_500_000, -500_000].map(moneyText)).toEqual([
    '$49',
    '-$1,633',
    '$24.50',
    '-$0.50',
  ]);
  expect(priceText(1_490_000_000, 'yearly')).toBe('$1,490 a year');
});

it('says what there is too much of', () => {
  expect(excessText({ limit: 'tasks', count: 1031, max: 20, name: 'Support desk' })).toBe(
    '1,031 tasks in “Support desk”, 20 allowed',
  );
});
