import { and, asc, count, eq, gt, sql } from 'drizzle-orm';
import type { Db, Tx } from '../../db/client.ts';
import { project } from '../../db/schema/project.ts';
import { taskWebhook, webhook } from '../../db/schema/webhook.ts';

export type WebhookRow = typeof webhook.$inferSelect;

/** Webhooks of a project, the oldest first. */
export function listWebhooks(
  db: Db,
  filter: { projectId: string; after: string | undefined; limit: number },
): Promise<WebhookRow[]> {
  const after = filter.after === undefined ? undefined : gt(webhook.id, filter.after);
  return db
    .select()
    .from(webhook)
    .where(and(eq(webhook.projectId, filter.projectId), after))
    .orderBy(asc(webhook.id))
    .limit(filter.limit);
}

export async function findWebhook(
  db: Db | Tx,
  projectId: string,
  id: string,
): Promise<WebhookRow | undefined> {
  const [row] = await db
    .select()
    .from(webhook)
    .where(and(eq(webhook.id, id), eq(webhook.projectId, projectId)));
  return row;
}

/** The same, held against changes by others until the transaction ends. */
export async function lockWebhook(
  tx: Tx,
  projectId: string,
  id: string,
): Promise<WebhookRow | undefined> {
  const [row] = await tx
    .select()
    .from(webhook)
    .where(and(eq(webhook.id, id), eq(webhook.projectId, projectId)))
    .for('update');
  return row;
}

/** Makes writers of one project's webhooks take turns; gives how many there are. */
export async function lockWebhookCount(tx: Tx, projectId: string): Promise<number> {
  await tx.select({ id: project.id }).from(project).where(eq(project.id, projectId)).for('update');
  const [row] = await tx
    .select({ count: count() })
    .from(webhook)
    .where(eq(webhook.projectId, projectId));
  return row?.count ?? 0;
}

export async function insertWebhook(tx: Tx, values: typeof webhook.$inferInsert) {
  const [row] = await tx.insert(webhook).values(values).returning();
  return row;
}

/** What people change counts as a new version. */
export async function updateWebhook(tx: Tx, id: string, change: Partial<WebhookRow>) {
  const [row] = await tx
    .update(webhook)
    .set({ ...change, version: sql`${webhook.version} + 1` })
    .where(eq(webhook.id, id))
    .returning();
  return row;
}

/** Whether there was one. */
export async function deleteWebhook(db: Db, projectId: string, id: string): Promise<boolean> {
  const rows = await db
    .delete(webhook)
    .where(and(eq(webhook.id, id), eq(webhook.projectId, projectId)))
    .returning({ id: webhook.id });
  return rows.length > 0;
}

/** Notes that an attempt succeeded. */
export async function noteSuccess(tx: Tx, id: string, at: Date): Promise<void> {
  await tx
    .update(webhook)
    .set({ failures: 0, failingSince: null, lastDeliveredAt: at })
    .where(eq(webhook.id, id));
}

/** Notes that an attempt failed. Gives the webhook as it stands then. */
export async function noteFailure(tx: Tx, id: string, at: Date): Promise<WebhookRow | undefined> {
  const [row] = await tx
    .update(webhook)
    .set({
      failures: sql`${webhook.failures} + 1`,
      failingSince: sql`coalesce(${webhook.failingSince}, ${at.toISOString()}::timestamptz)`,
    })
    .where(eq(webhook.id, id))
    .returning();
  return row;
}

/** @returns whether it was active until now */
export async function disableWebhook(tx: Tx, id: string): Promise<boolean> {
  const rows = await tx
    .update(webhook)
    .set({ status: 'disabled', version: sql`${webhook.version} + 1` })
    .where(and(eq(webhook.id, id), eq(webhook.status, 'active')))
    .returning({ id: webhook.id });
  return rows.length > 0;
}

/** The id of the webhook that is attached to a task. */
export async function attachedTo(db: Db, taskId: string): Promise<string | null> {
  const [row] = await db.select().from(taskWebhook).where(eq(taskWebhook.taskId, taskId));
  return row?.webhookId ?? null;
}

export async function attach(db: Db, taskId: string, webhookId: string | null): Promise<void> {
  if (webhookId === null) {
    await db.delete(taskWebhook).where(eq(taskWebhook.taskId, taskId));
    return;
  }
  await db
    .insert(taskWebhook)
    .values({ taskId, webhookId })
    .onConflictDoUpdate({ target: taskWebhook.taskId, set: { webhookId } });
}
