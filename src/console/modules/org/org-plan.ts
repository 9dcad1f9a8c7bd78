/** An organisation's plan, with the console's field names. */
export type OrgPlan = {
  planStatus: string | null;
  planInterval: string | null;
  pendingPlan: string | null;
  pendingPlanInterval: string | null;
  pendingPlanDate: string | null;
  trialEndsAt: string | null;
  gracePeriodEndsAt: string | null;
};

/** Each field in both spellings. */
const fields = [
  ['planStatus', 'plan_status'],
  ['planInterval', 'plan_interval'],
  ['pendingPlan', 'pending_plan'],
  ['pendingPlanInterval', 'pending_plan_interval'],
  ['pendingPlanDate', 'pending_plan_date'],
  ['trialEndsAt', 'trial_ends_at'],
  ['gracePeriodEndsAt', 'grace_period_ends_at'],
] as const satisfies readonly (readonly [keyof OrgPlan, string])[];

/**
 * Reads an organisation's plan fields, in snake_case or camelCase. When both are present, the first that is
 * not null counts, snake_case before camelCase.
 */
export function readOrgPlan(org: object): OrgPlan {
  const given = org as Readonly<Record<string, unknown>>;
  const entries = fields.map(([camel, snake]) => {
    const value = given[snake] ?? given[camel];
    return [camel, typeof value === 'string' ? value : null];
  });
  return Object.fromEntries(entries) as OrgPlan;
}
