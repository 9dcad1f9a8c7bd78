/** Organisations, which own projects and the balance that pays for runs. */
import { sql } from 'drizzle-orm';
import {
  bigint,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { DomainProjectRole } from '#generated/model/index.ts';
import { at, jsonb } from '../columns.ts';
import { user } from './user.ts';

export const org = pgTable('org', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  /** Incremented by every write; used as the ETag. */
  version: integer('version').notNull().default(1),
  plan: text('plan', { enum: ['free', 'professional', 'teams'] })
    .notNull()
    .default('free'),
  plan_status: text('plan_status', {
    enum: ['free', 'trialing', 'active', 'past_due', 'canceled'],
  })
    .notNull()
    .default('free'),
  plan_interval: text('plan_interval', { enum: ['monthly', 'yearly'] }),
  pending_plan: text('pending_plan', { enum: ['free', 'professional', 'teams'] }),
  pending_plan_interval: text('pending_plan_interval', { enum: ['monthly', 'yearly'] }),
  pending_plan_date: at('pending_plan_date'),
  trial_ends_at: at('trial_ends_at'),
  grace_period_ends_at: at('grace_period_ends_at'),
  /** Sum of the ledger's entries in micro-dollars, updated in the same transaction. */
  balance: bigint('balance', { mode: 'number' }).notNull().default(0),
  /** Sum of what its unfinished runs and the rows of `reservation` hold, updated in the same transactions. */
  reserved: bigint('reserved', { mode: 'number' }).notNull().default(0),
  /** Defaults of projects that set none of their own. Null leaves the model to the server, and keeps runs forever. */
  default_model_id: text('default_model_id'),
  run_retention_days: integer('run_retention_days'),
  allowed_origins: jsonb<string[]>('allowed_origins').notNull().default([]),
  /** Null unless it is deleted. It is erased 30 days later. */
  deleted_at: at('deleted_at'),
  deleted_by_name: text('deleted_by_name'),
  created_at: at('created_at').notNull().default(sql`now()`),
  updated_at: at('updated_at').notNull().default(sql`now()`),
});

export const orgMember = pgTable(
  'org_member',
  {
    org_id: text('org_id').notNull(),
    user_id: text('user_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    role: text('role', { enum: ['owner', 'editor', 'member'] }).notNull(),
    created_at: at('created_at').notNull().default(sql`now()`),
  },
  (t) => [
    primaryKey({ columns: [t.org_id, t.user_id] }),
    index('org_member_user').on(t.user_id, t.org_id),
  ],
);

const orgId = () =>
  text('org_id')
    .notNull()
    .references(() => org.id, { onDelete: 'cascade' });

/** Email domains of organisations, whose people may join by themselves. */
export const emailDomain = pgTable(
  'email_domain',
  {
    id: text('id').primaryKey(),
    org_id: orgId(),
    domain: text('domain').notNull(),
    token: text('token').notNull(),
    joining: text('joining', { enum: ['open', 'request'] })
      .notNull()
      .default('open'),
    role: text('role', { enum: ['member', 'editor', 'guest'] }).notNull(),
    projects: jsonb('projects').$type<DomainProjectRole[]>().notNull().default([]),
    verified_at: at('verified_at'),
    checked_at: at('checked_at'),
    last_check: text('last_check', { enum: ['found', 'missing', 'unreachable'] }),
    misses: integer('misses').notNull(),
    created_by_id: text('created_by_id').notNull(),
    created_by_name: text('created_by_name').notNull(),
    created_at: at('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('email_domain_own').on(t.org_id, t.domain),
    uniqueIndex('email_domain_verified').on(t.domain).where(sql`${t.verified_at} is not null`),
    index('email_domain_checked').on(t.checked_at),
  ],
);

/** People who were removed. The rows outlive their accounts, so that nobody returns by creating another one. */
export const removal = pgTable(
  'removal',
  {
    id: text('id').primaryKey(),
    org_id: text('org_id').notNull(),
    /** Null if they were removed from the whole organisation. Without a reference: it may have moved. */
    project_id: text('project_id'),
    user_id: text('user_id').notNull(),
    /** Null only for people who were removed before it was noted. */
    mailbox: text('mailbox'),
    created_at: at('created_at').notNull(),
  },
  (t) => [
    index('removal_user').on(t.user_id, t.org_id),
    index('removal_mailbox').on(t.org_id, t.mailbox),
  ],
);

/** People who ask to join by their email's domain, and those who were declined a while ago. */
export const joinRequest = pgTable(
  'join_request',
  {
    id: text('id').primaryKey(),
    org_id: text('org_id').notNull(),
    user_id: text('user_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    domain_id: text('domain_id')
      .notNull()
      .references(() => emailDomain.id, { onDelete: 'cascade' }),
    email: text('email').notNull(),
    created_at: at('created_at').notNull(),
    declined_at: at('declined_at'),
  },
  (t) => [
    uniqueIndex('join_request_own').on(t.org_id, t.user_id),
    index('join_request_user').on(t.user_id),
    index('join_request_domain').on(t.domain_id),
  ],
);
