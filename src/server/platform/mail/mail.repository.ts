import { eq, like, sql } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { mailMessage } from '#server/db/schema/identity.ts';
import { sqlTable } from '#server/db/table.ts';
import type { JobTable } from '../jobs/job-table.repository.ts';
import type { MailKind } from './mailer.ts';

export type MailRow = typeof mailMessage.$inferSelect;

/** The stored messages. */
export const mailTable = (db: Db) => sqlTable(db, mailMessage);

/** The messages of some kinds that wait to be sent. Each claim counts as an attempt. */
export function mailJobs(kinds: readonly MailKind[], clock: () => Date): JobTable {
  return {
    name: 'mail_message',
    key: ['id'],
    owner: 'owner',
    isOpen: sql`job.status = 'queued' and job.kind in ${[...kinds]}`,
    get isDue() {
      return sql`job.due_at <= ${clock().toISOString()}::timestamptz`;
    },
    order: 'due_at',
    onClaim: sql`attempts = job.attempts + 1`,
  };
}

/** The start of contents that were stored before they were sealed; written by the migration `sealed_mail`. */
const UNSEALED = 'plain:';

/** Seals what was stored unsealed by an earlier version. */
export async function sealStoredMail(db: Db, seal: (content: string) => string) {
  const rows = await db
    .select({ id: mailMessage.id, content: mailMessage.content })
    .from(mailMessage)
    .where(like(mailMessage.content, `${UNSEALED}%`));
  for (const { id, content } of rows)
    await db
      .update(mailMessage)
      .set({ content: seal(content.slice(UNSEALED.length)) })
      .where(eq(mailMessage.id, id));
}
