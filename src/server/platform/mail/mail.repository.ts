import { and, desc, eq, inArray, lt, lte, sql } from 'drizzle-orm';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type { Tx } from '#server/db/client.ts';
import { mailMessage } from '#server/db/schema/identity.ts';

/** A database connection or one of its transactions. */
// biome-ignore lint/suspicious/noExplicitAny: drizzle's schema parameter is invariant
export type Executor = PgDatabase<PgQueryResultHKT, any, any>;

export type MailRow = typeof mailMessage.$inferSelect;

export async function insertMail(db: Executor, row: MailRow): Promise<void> {
  await db.insert(mailMessage).values(row);
}

/** The newest messages in the outbox, at most `limit`. */
export async function listKeptMail(db: Executor, limit: number): Promise<MailRow[]> {
  return db
    .select()
    .from(mailMessage)
    .where(eq(mailMessage.status, 'kept'))
    .orderBy(desc(mailMessage.createdAt), desc(mailMessage.id))
    .limit(limit);
}

/** A message in the outbox. */
export async function findKeptMail(db: Executor, id: string): Promise<MailRow | undefined> {
  const [row] = await db
    .select()
    .from(mailMessage)
    .where(and(eq(mailMessage.id, id), eq(mailMessage.status, 'kept')));
  return row;
}

/**
 * Claims the messages that are due for delivery. No other node claims them before `busyUntil`, unless this one dies.
 */
export async function claimDueMail(
  db: Executor,
  now: Date,
  { workerId, busyUntil, limit }: { workerId: string; busyUntil: Date; limit: number },
): Promise<MailRow[]> {
  const due = db
    .select({ id: mailMessage.id })
    .from(mailMessage)
    .where(and(eq(mailMessage.status, 'queued'), lte(mailMessage.nextAttemptAt, now)))
    .orderBy(mailMessage.nextAttemptAt)
    .limit(limit)
    .for('update', { skipLocked: true });
  return db
    .update(mailMessage)
    .set({ workerId, nextAttemptAt: busyUntil, attempts: sql`${mailMessage.attempts} + 1` })
    .where(inArray(mailMessage.id, due))
    .returning();
}

/** When to retry, or that there will be no retry. */
export async function postponeMail(
  db: Executor,
  id: string,
  change: Pick<MailRow, 'status' | 'nextAttemptAt'>,
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
    .set({ workerId: null, nextAttemptAt: now })
    .where(and(inArray(mailMessage.workerId, [...dead]), eq(mailMessage.status, 'queued')));
}

export async function deleteMail(db: Executor, id: string): Promise<void> {
  await db.delete(mailMessage).where(eq(mailMessage.id, id));
}

export async function deleteMailBefore(db: Executor, before: Date): Promise<void> {
  await db.delete(mailMessage).where(lt(mailMessage.createdAt, before));
}
