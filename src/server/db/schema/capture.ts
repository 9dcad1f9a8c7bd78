/** Email domains of organisations, whose people may join by themselves. */
import { sql } from 'drizzle-orm';
import { index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { at } from '../columns.ts';
import { org } from './org.ts';
import { user } from './user.ts';

const orgId = () =>
  text('org_id')
    .notNull()
    .references(() => org.id, { onDelete: 'cascade' });

export const emailDomain = pgTable(
  'email_domain',
  {
    id: text('id').primaryKey(),
    org_id: orgId(),
    domain: text('domain').notNull(),
    token: text('token').notNull(),
    role: text('role', { enum: ['member', 'editor'] }).notNull(),
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

export const joinBlock = pgTable(
  'join_block',
  {
    org_id: orgId(),
    user_id: text('user_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    created_at: at('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.org_id, t.user_id] }), index('join_block_user').on(t.user_id)],
);
