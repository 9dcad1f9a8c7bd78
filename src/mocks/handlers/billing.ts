import { notFound } from '#domain/problem.ts';
import type { Resolvers } from './resolver.ts';

/** The balance that runs are paid from. */
export const billingResolvers = {
  getBalance: ({ store, params }) => {
    const org = store.data.orgs[params.orgId];
    if (!org) throw notFound();
    const { granted, spent, balance_at } = org;
    return { org_id: org.id, balance: granted - spent, granted, spent, updated_at: balance_at };
  },
} satisfies Partial<Resolvers>;
