/** Invitations to organisations and projects. */
import { sql } from 'drizzle-orm';
import { index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { InvitationProjectRole } from '#generated/model/index.ts';
import { at, jsonb } from '../columns.ts';

export const invitation = pgTable(
  'invitation',
  {
    id: text('id').primaryKey(),
    org_id: text('org_id').notNull(),
    email: text('email').notNull(),
    email_key: text('email_key').notNull(),
    role: text('role', { enum: ['owner', 'editor', 'member'] }),
    projects: jsonb<InvitationProjectRole[]>('projects').notNull(),
    project_ids: text('project_ids').array().notNull(),
    message: text('message').notNull(),
    status: text('status', { enum: ['open', 'accepted', 'declined', 'cancelled'] }).notNull(),
    /** Not a foreign key, because inviters are still shown after their account is deleted. */
    invited_by_id: text('invited_by_id').notNull(),
    invited_by_name: text('invited_by_name').notNull(),
    created_at: at('created_at').notNull(),
    sent_at: at('sent_at').notNull(),
    expires_at: at('expires_at').notNull(),
    ended_at: at('ended_at'),
  },
  (t) => [
    uniqueIndex('invitation_open').on(t.org_id, t.email_key).where(sql`${t.status} = 'open'`),
    index('invitation_email').on(t.email_key).where(sql`${t.status} = 'open'`),
    index('invitation_org').on(t.org_id, t.status, t.id),
  ],
);

/** Emails sent for people to others, by which they are limited. */
export const invitationMail = pgTable(
  'invitation_mail',
  {
    id: text('id').primaryKey(),
    user_id: text('user_id').notNull(),
    sender: text('sender').notNull(),
    recipient: text('recipient').notNull(),
    created_at: at('created_at').notNull(),
  },
  (t) => [
    index('invitation_mail_user').on(t.user_id, t.created_at),
    index('invitation_mail_sender').on(t.sender, t.created_at),
    index('invitation_mail_recipient').on(t.recipient, t.created_at),
    index('invitation_mail_created').on(t.created_at),
  ],
);
