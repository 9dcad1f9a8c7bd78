import { and, desc, eq, inArray, like, lt, sql } from 'drizzle-orm';
import type { Db, Tx } from '#server/db/client.ts';
import { deleteInBatches } from '#server/db/deletion/in-batches.ts';
import { mailMessage } from '#server/db/schema/identity.ts';
import type { Room } from '../jobs/worker.ts';
import type { MailKind } from './mailer.ts';

export type MailRow = typeof mailMessage.$inferSelect;

export async function insertMail(db: Db, row: MailRow): Promise<void> {
  await db.insert(mailMessage).values(row);
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

/** The newest messages in the outbox, at most `limit`. */
export async function listKeptMail(db: Db, limit: number): Promise<MailRow[]> {
  return db
    .select()
    .from(mailMessage)
    .where(eq(mailMessage.status, 'kept'))
    .orderBy(desc(mailMessage.createdAt), desc(mailMessage.id))
    .limit(limit);
}

/** A message in the outbox. */
export async function findKeptMail(db: Db, id: string): Promise<MailRow | undefined> {
  const [row] = await db
    .select()
    .from(mailMessage)
    .where(and(eq(mailMessage.id, id), eq(mailMessage.status, 'kept')));
  return row;
}

/** Which messages to claim. No other node claims them before `busyUntil`, unless this one dies. */
interface Claim extends Pick<Room, 'limit' | 'owners'> {
  kinds: readonly MailKind[];
  workerId: string;
  busyUntil: Date;
}

/** Claims messages that are due, of each owner in turn. */
export async function claimDueMail(
  db: Db,
  now: Date,
  { kinds, workerId, busyUntil, limit, owners }: Claim,
): Promise<MailRow[]> {
  const held = JSON.stringify(Object.fromEntries(owners));
  const isDue = sql`status = 'queued' and kind in ${[...kinds]} and due_at <= ${now.toISOString()}::timestamptz`;
  const due = sql`
    with waiting as (
      select m.id, m.due_at as due,
        coalesce((${held}::jsonb ->> o.owner)::int, 0)
          + row_number() over (partition by o.owner order by m.due_at, m.id) as place
      from (select distinct owner from mail_message where ${isDue}) o
      cross join lateral (
        select id, due_at from mail_message where owner = o.owner and ${isDue}
        order by due_at, id limit ${limit}) m)
    select mail_message.id from waiting join mail_message on mail_message.id = waiting.id
    where ${isDue} order by place, due limit ${limit}
    for update of mail_message skip locked`;
  return db
    .update(mailMessage)
    .set({ workerId, dueAt: busyUntil, attempts: sql`${mailMessage.attempts} + 1` })
    .where(sql`${mailMessage.id} = any (array(${due}))`)
    .returning();
}

/** When to retry, or that there will be no retry. */
export async function postponeMail(
  db: Db,
  id: string,
  change: Pick<MailRow, 'status' | 'dueAt'>,
): Promise<void> {
  await db
    .update(mailMessage)
    .set({ ...change, workerId: null })
    .where(eq(mailMessage.id, id));
}

/** Ends the claims of processes that died. */
export async function freeMail(tx: Tx, dead: readonly string[], now: Date): Promise<void> {
  await tx
    .update(mailMessage)
    .set({ workerId: null, dueAt: now })
    .where(and(inArray(mailMessage.workerId, [...dead]), eq(mailMessage.status, 'queued')));
}

export async function deleteMail(db: Db, id: string): Promise<void> {
  await db.delete(mailMessage).where(eq(mailMessage.id, id));
}

export async function deleteMailBefore(db: Db, before: Date): Promise<void> {
  await deleteInBatches(db, mailMessage, lt(mailMessage.createdAt, before));
}
