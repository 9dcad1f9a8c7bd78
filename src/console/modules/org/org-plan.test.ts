import { expect, it } from 'vitest';
import { readOrgPlan } from './org-plan.ts';

const plan = {
  planStatus: 'trialing',
  planInterval: 'monthly',
  pendingPlan: 'teams',
  pendingPlanInterval: 'yearly',
  pendingPlanDate: '2026-12-01T00:00:00Z',
  trialEndsAt: '2026-12-04T00:00:00Z',
  gracePeriodEndsAt: '2026-12-08T00:00:00Z',
};

it('reads snake_case', () => {
  expect(
    readOrgPlan({
      plan_status: 'trialing',
      plan_interval: 'monthly',
      pending_plan: 'teams',
      pending_plan_interval: 'yearly',
      pending_plan_date: '2026-12-01T00:00:00Z',
      trial_ends_at: '2026-12-04T00:00:00Z',
      grace_period_ends_at: '2026-12-08T00:00:00Z',
    }),
  ).toEqual(plan);
});

it('reads camelCase, and a mix of both', () => {
  expect(readOrgPlan(plan)).toEqual(plan);
  expect(readOrgPlan({ ...plan, plan_status: 'active', trial_ends_at: null })).toEqual({
    ...plan,
    planStatus: 'active',
  });
});

it('returns null for missing fields', () => {
  expect(Object.values(readOrgPlan({ id: 'org' }))).toEqual(Array(7).fill(null));
});
