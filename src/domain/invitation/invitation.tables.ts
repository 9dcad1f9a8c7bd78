import { index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { InvitationProjectRole } from '#generated/model/index.ts';
import { at, isEqual, jsonb } from '../columns.ts';
import type { StoreTables } from '../table.ts';

export const invitation = pgTable(
  'invitation',
  {
    id: text().primaryKey(),
    org_id: text().notNull(),
    /** As it was given. */
    email: text().notNull(),
    /** What the address is compared by. */
    email_key: text().notNull(),
    /** Null for guests of the projects. */
    role: text({ enum: ['owner', 'editor', 'member'] }),
    projects: jsonb<InvitationProjectRole[]>().notNull(),
    /** The IDs of `projects`, for filtering. */
    project_ids: text().array().notNull(),
    message: text().notNull(),
    status: text({ enum: ['open', 'accepted', 'declined', 'cancelled'] }).notNull(),
    /** Not a foreign key, because inviters are still shown after their account is deleted. */
    invited_by_id: text().notNull(),
    invited_by_name: text().notNull(),
    created_at: at().notNull(),
    sent_at: at().notNull(),
    expires_at: at().notNull(),
    /** When it was accepted, declined or cancelled. */
    ended_at: at(),
  },
  (t) => [
    uniqueIndex('invitation_open').on(t.org_id, t.email_key).where(isEqual(t.status, 'open')),
    index('invitation_email').on(t.email_key).where(isEqual(t.status, 'open')),
    index('invitation_org').on(t.org_id, t.status, t.id),
  ],
);
export type InvitationRow = typeof invitation.$inferSelect;

/** An email that was sent for somebody to another person's address, kept for a day. Both are mailboxes. */
export const invitationMail = pgTable(
  'invitation_mail',
  {
    id: text().primaryKey(),
    user_id: text().notNull(),
    sender: text().notNull(),
    recipient: text().notNull(),
    created_at: at().notNull(),
  },
  (t) => [
    index('invitation_mail_user').on(t.user_id, t.created_at),
    index('invitation_mail_sender').on(t.sender, t.created_at),
    index('invitation_mail_recipient').on(t.recipient, t.created_at),
    index('invitation_mail_created').on(t.created_at),
  ],
);
export type InvitationMailRow = typeof invitationMail.$inferSelect;

export const INVITATION_TABLES = {
  invitations: {
    table: invitation,
    swept: { org_id: 'org' },
    audit: {
      type: 'invitation',
      name: 'email',
      shown: 'email role project_ids status expires_at',
      hidden: 'projects message',
      rest: 'id org_id email_key invited_by_id invited_by_name created_at sent_at ended_at',
    },
  },
  mails: { table: invitationMail },
} satisfies StoreTables;
