/** Organisations: they own projects and the balance that runs are paid from. */
import { bigint, index, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import { user } from './user.ts';

const at = (name: string) => timestamp(name, { withTimezone: true });

export const org = pgTable('org', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  /** Counts writes; it is the ETag. */
  version: integer('version').notNull().default(1),
  planStatus: text('plan_status', {
    enum: ['free', 'trialing', 'active', 'past_due', 'canceled'],
  })
    .notNull()
    .default('free'),
  planInterval: text('plan_interval', { enum: ['monthly', 'yearly'] }),
  pendingPlan: text('pending_plan'),
  pendingPlanInterval: text('pending_plan_interval', { enum: ['monthly', 'yearly'] }),
  pendingPlanDate: at('pending_plan_date'),
  trialEndsAt: at('trial_ends_at'),
  gracePeriodEndsAt: at('grace_period_ends_at'),
  /** Micro-dollars: the sum of the ledger's entries, kept in the transaction that writes them. */
  balance: bigint('balance', { mode: 'number' }).notNull().default(0),
  createdAt: at('created_at').notNull().defaultNow(),
  updatedAt: at('updated_at').notNull().defaultNow(),
});

export const orgMember = pgTable(
  'org_member',
  {
    orgId: text('org_id')
      .notNull()
      .references(() => org.id, { onDelete: 'cascade' }),
    userId: text('user_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    role: text('role', { enum: ['owner', 'editor', 'member'] }).notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.userId] }),
    index('org_member_user').on(t.userId, t.orgId),
  ],
);
