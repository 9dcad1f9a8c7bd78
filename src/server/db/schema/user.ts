/** User profiles. Sign-in is handled by the identity service. */
import { sql } from 'drizzle-orm';
import { boolean, index, pgTable, text } from 'drizzle-orm/pg-core';
import { at } from '../columns.ts';

export const user = pgTable(
  'user',
  {
    id: text('id').primaryKey(),
    /** The identity's id (`sub` of tokens). Its first request creates the user. */
    identity_id: text('identity_id').notNull().unique(),
    email: text('email').notNull(),
    name: text('name').notNull(),
    /** The identity's name when last seen. Later changes there are adopted; a name set here is kept. */
    identity_name: text('identity_name').notNull(),
    /** When the identity service said so. What it said earlier, in an older token, is ignored. */
    identity_at: at('identity_at').notNull().default(sql`'epoch'`),
    /** The address that was last verified. */
    verified_email: text('verified_email'),
    /** The organisation that gets the free credit once the address is verified; null if no credit is pending. */
    credit_due_to: text('credit_due_to'),
    /** When the user last made a request, give or take ten minutes, and how they had signed in. */
    seen_at: at('seen_at'),
    sign_in_method: text('sign_in_method'),
    /** Since when they are known to be deactivated or deleted at the identity service. */
    deactivated_at: at('deactivated_at'),
    /** When the account will be deleted, and the organisations with it. */
    delete_at: at('delete_at'),
    delete_org_ids: text('delete_org_ids').array().notNull().default(sql`'{}'`),
    /** File name under files/avatar, or null. */
    avatar: text('avatar'),
    bio: text('bio').notNull().default(''),
    is_onboarding: boolean('is_onboarding').notNull().default(false),
    job_role: text('job_role'),
    subscribed_to_newsletter: boolean('subscribed_to_newsletter').notNull().default(false),
    created_at: at('created_at').notNull().default(sql`now()`),
    updated_at: at('updated_at').notNull().default(sql`now()`),
  },
  (t) => [
    index('user_delete_at').on(t.delete_at).where(sql`${t.delete_at} is not null`),
    index('user_credit_due').on(t.credit_due_to),
    index('user_email').on(sql`lower(${t.email})`),
  ],
);

/** Accounts that are deleted, but whose name is still to be removed from what they left behind. */
export const erasure = pgTable('erasure', {
  id: text('id').primaryKey(),
  email: text('email').notNull(),
  avatar: text('avatar'),
  created_at: at('created_at').notNull(),
});
