/** People, as the product knows them; who may sign in is the identity service's business. */
import { boolean, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

export const user = pgTable('user', {
  id: text('id').primaryKey(),
  /** The identity's id (`sub` of tokens); its first call makes the user. */
  identityId: text('identity_id').notNull().unique(),
  email: text('email').notNull(),
  name: text('name').notNull(),
  /** The identity's name when last seen: a change there is taken over, a name given here stays. */
  identityName: text('identity_name').notNull(),
  /** File name under files/avatar, or null. */
  avatar: text('avatar'),
  bio: text('bio').notNull().default(''),
  isOnboarding: boolean('is_onboarding').notNull().default(false),
  jobRole: text('job_role'),
  subscribedToNewsletter: boolean('subscribed_to_newsletter').notNull().default(false),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
});
