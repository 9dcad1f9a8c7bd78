/** People, as the product knows them; who may sign in is the identity service's business. */
import { sql } from 'drizzle-orm';
import { boolean, pgTable, text } from 'drizzle-orm/pg-core';
import { at } from '../columns.ts';

export const user = pgTable('user', {
  id: text('id').primaryKey(),
  /** The identity's id (`sub` of tokens); its first call makes the user. */
  identity_id: text('identity_id').notNull().unique(),
  email: text('email').notNull(),
  name: text('name').notNull(),
  /** The identity's name when last seen: a change there is taken over, a name given here stays. */
  identity_name: text('identity_name').notNull(),
  /** File name under files/avatar, or null. */
  avatar: text('avatar'),
  bio: text('bio').notNull().default(''),
  is_onboarding: boolean('is_onboarding').notNull().default(false),
  job_role: text('job_role'),
  subscribed_to_newsletter: boolean('subscribed_to_newsletter').notNull().default(false),
  created_at: at('created_at').notNull().default(sql`now()`),
  updated_at: at('updated_at').notNull().default(sql`now()`),
});
