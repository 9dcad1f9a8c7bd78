import { sql } from 'drizzle-orm';
import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { at, jsonb, micros, partOf } from '../columns.ts';
import type { StoreTables } from '../table.ts';
import { user } from '../user/user.tables.ts';

export const org = pgTable('org', {
  id: text().primaryKey(),
  name: text().notNull(),
  /** Counts writes; it is the ETag. */
  version: integer().notNull().default(1),
  plan: text({ enum: ['free', 'professional', 'teams'] })
    .notNull()
    .default('free'),
  plan_status: text({
    enum: ['free', 'trialing', 'active', 'past_due', 'canceled'],
  })
    .notNull()
    .default('free'),
  plan_interval: text({ enum: ['monthly', 'yearly'] }),
  pending_plan: text({ enum: ['free', 'professional', 'teams'] }),
  pending_plan_interval: text({ enum: ['monthly', 'yearly'] }),
  pending_plan_date: at(),
  trial_ends_at: at(),
  grace_period_ends_at: at(),
  /** Micro-dollars: the sum of the ledger's entries, updated in the transactions that add them. */
  balance: micros().notNull().default(0),
  /** Micro-dollars of it that unfinished runs and other calls of models have reserved. */
  reserved: micros().notNull().default(0),
  /**
   * Defaults of projects that set none of their own. Null leaves the model to the server, and keeps runs forever.
   */
  default_model_id: text(),
  run_retention_days: integer(),
  allowed_origins: jsonb<string[]>().notNull().default([]),
  /** Null unless it is deleted. It is erased 30 days later. */
  deleted_at: at(),
  /** Who deleted it. */
  deleted_by_name: text(),
  created_at: at().notNull().default(sql`now()`),
  updated_at: at().notNull().default(sql`now()`),
});
export type OrgRow = typeof org.$inferSelect;

export const orgMember = pgTable(
  'org_member',
  {
    org_id: text().notNull(),
    user_id: partOf(() => user.id),
    role: text({ enum: ['owner', 'editor', 'member'] }).notNull(),
    created_at: at().notNull().default(sql`now()`),
  },
  (t) => [
    primaryKey({ columns: [t.org_id, t.user_id] }),
    index('org_member_user').on(t.user_id, t.org_id),
  ],
);
export type OrgMemberRow = typeof orgMember.$inferSelect;

export const ORG_TABLES = {
  orgs: {
    table: org,
    isLiveOnly: true,
    audit: {
      type: 'org',
      shown:
        'name default_model_id run_retention_days allowed_origins deleted_at plan plan_interval pending_plan pending_plan_interval',
      rest: 'id deleted_by_name plan_status pending_plan_date trial_ends_at grace_period_ends_at balance reserved created_at updated_at version',
    },
  },
  allOrgs: { table: org },
  members: {
    table: orgMember,
    swept: { org_id: 'org' },
    audit: {
      type: 'member',
      id: 'user_id',
      nameIn: 'user',
      shown: 'role',
      rest: 'org_id user_id created_at',
    },
  },
} satisfies StoreTables;
