import { index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { DomainProjectRole } from '#generated/model/index.ts';
import { at, creation, isSet, jsonb, partOf } from '../columns.ts';
import { org } from '../org/org.tables.ts';
import type { StoreTables } from '../table.ts';
import { user } from '../user/user.tables.ts';

const orgId = () => partOf(() => org.id);

/** An email domain of an organisation. */
export const emailDomain = pgTable(
  'email_domain',
  {
    id: text().primaryKey(),
    org_id: orgId(),
    /** In lower case; international ones in Punycode. */
    domain: text().notNull(),
    /** What its TXT record must contain. */
    token: text().notNull(),
    joining: text({ enum: ['open', 'request'] })
      .notNull()
      .default('open'),
    role: text({ enum: ['member', 'editor', 'guest'] }).notNull(),
    projects: jsonb<DomainProjectRole[]>().notNull().default([]),
    /** Null while it isn't verified. At most one organisation has verified a domain. */
    verified_at: at(),
    checked_at: at(),
    last_check: text({ enum: ['found', 'missing', 'unreachable'] }),
    /** How many daily lookups in a row haven't found the record. */
    misses: integer().notNull(),
    ...creation,
  },
  (t) => [
    uniqueIndex('email_domain_own').on(t.org_id, t.domain),
    uniqueIndex('email_domain_verified').on(t.domain).where(isSet(t.verified_at)),
    index('email_domain_checked').on(t.checked_at),
  ],
);
export type EmailDomainRow = typeof emailDomain.$inferSelect;

/**
 * Somebody who was removed, and comes back only if they are invited again. Rows outlive the account, so that nobody
 * returns by creating another one.
 */
export const removal = pgTable(
  'removal',
  {
    id: text().primaryKey(),
    org_id: text().notNull(),
    /**
     * Null if they were removed from the whole organisation. Null if they were removed from the whole organisation.
     * Without a reference: it may have moved.
     */
    project_id: text(),
    /** Their account, which may have been deleted since. */
    user_id: text().notNull(),
    /** Hash of what their mailbox is compared by. Null only if they were removed before it was noted. */
    mailbox: text(),
    created_at: at().notNull(),
  },
  (t) => [
    index('removal_user').on(t.user_id, t.org_id),
    index('removal_mailbox').on(t.org_id, t.mailbox),
  ],
);
export type RemovalRow = typeof removal.$inferSelect;

/** A person's request to join an organisation through their email domain. */
export const joinRequest = pgTable(
  'join_request',
  {
    id: text().primaryKey(),
    org_id: text().notNull(),
    user_id: partOf(() => user.id),
    domain_id: partOf(() => emailDomain.id),
    /** The address with which they asked. */
    email: text().notNull(),
    created_at: at().notNull(),
    /** Null while it is open. One that is approved or withdrawn is deleted. */
    declined_at: at(),
  },
  (t) => [
    uniqueIndex('join_request_own').on(t.org_id, t.user_id),
    index('join_request_user').on(t.user_id),
    index('join_request_domain').on(t.domain_id),
  ],
);
export type JoinRequestRow = typeof joinRequest.$inferSelect;

export const CAPTURE_TABLES = {
  domains: {
    table: emailDomain,
    audit: {
      type: 'domain',
      name: 'domain',
      shown: 'domain joining role projects verified_at',
      rest: 'id org_id token checked_at last_check misses created_by_id created_by_name created_at',
    },
  },
  removals: { table: removal, swept: { org_id: 'org' } },
  requests: {
    table: joinRequest,
    swept: { org_id: 'org' },
    audit: {
      type: 'join_request',
      name: 'email',
      shown: 'email declined_at',
      rest: 'id org_id user_id domain_id created_at',
    },
  },
} satisfies StoreTables;
