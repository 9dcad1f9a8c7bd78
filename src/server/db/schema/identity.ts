/** Tables around the embedded identity service. */
import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

const at = (name: string) => timestamp(name, { withTimezone: true });

/** Counters of the throttle (in the layout that rate-limiter-flexible requires). */
export const identityThrottle = pgTable('identity_throttle', {
  key: text('key').primaryKey(),
  points: integer('points').notNull(),
  expire: at('expire'),
});

/** Outgoing emails, waiting for SMTP or kept for developers to read. Sent emails are deleted. */
export const mailMessage = pgTable(
  'mail_message',
  {
    id: text('id').primaryKey(),
    recipient: text('recipient').notNull(),
    kind: text('kind', { enum: ['security', 'notice', 'invitation'] }).notNull(),
    /** Who takes turns with others: an organisation, or else the recipient. */
    owner: text('owner').notNull(),
    /** Its subject and texts, sealed: they contain codes and links. */
    content: text('content').notNull(),
    status: text('status', { enum: ['queued', 'kept', 'failed'] }).notNull(),
    attempts: integer('attempts').notNull().default(0),
    dueAt: at('due_at').notNull(),
    /** The process that is sending it, and until when no other one does, unless this one dies. */
    workerId: text('worker_id'),
    leaseUntil: at('lease_until'),
    createdAt: at('created_at').notNull().default(sql`now()`),
  },
  (t) => [index('mail_message_due').on(t.status, t.kind, t.owner, t.dueAt)],
);
