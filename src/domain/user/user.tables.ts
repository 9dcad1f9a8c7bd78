import { sql } from 'drizzle-orm';
import { boolean, index, pgTable, text } from 'drizzle-orm/pg-core';
import { at, isSet, lower } from '../columns.ts';
import type { StoreTables } from '../table.ts';

/** A user of the product. The identity service decides who can sign in. */
export const user = pgTable(
  'user',
  {
    id: text().primaryKey(),
    /** The ID of the person's identity. Their first request creates the user. */
    identity_id: text().notNull().unique(),
    email: text().notNull(),
    name: text().notNull(),
    /** The identity's name when last seen. A change there is adopted; otherwise, a name chosen here is kept. */
    identity_name: text().notNull(),
    /** When the identity service said so. What it said earlier, in an older token, is ignored. */
    identity_at: at().notNull().default(sql`'epoch'`),
    /** The address that the identity service last said was verified. It isn't `email` while a new one isn't. */
    verified_email: text(),
    /** The organisation that gets the free credit once the address is verified; null if no credit is pending. */
    credit_due_to: text(),
    /** When the user last made a request, give or take ten minutes; null if that was before it was recorded. */
    seen_at: at(),
    /** How they signed in then, if the identity service says so. */
    sign_in_method: text(),
    /**
     * Since when the identity service is known to let them sign in no more: they are deactivated or deleted there.
     * Null if they can sign in.
     */
    deactivated_at: at(),
    /** When the account will be deleted; null if it won't be. */
    delete_at: at(),
    /** The organisations that are then deleted with it. */
    delete_org_ids: text().array().notNull().default(sql`'{}'`),
    /** The picture's file name. */
    avatar: text(),
    bio: text().notNull().default(''),
    is_onboarding: boolean().notNull().default(false),
    job_role: text(),
    subscribed_to_newsletter: boolean().notNull().default(false),
    created_at: at().notNull().default(sql`now()`),
    updated_at: at().notNull().default(sql`now()`),
  },
  (t) => [
    index('user_delete_at').on(t.delete_at).where(isSet(t.delete_at)),
    index('user_credit_due').on(t.credit_due_to),
    index('user_email').on(lower(t.email)),
  ],
);
export type UserRow = typeof user.$inferSelect;

export const USER_TABLES = {
  users: { table: user },
} satisfies StoreTables;
