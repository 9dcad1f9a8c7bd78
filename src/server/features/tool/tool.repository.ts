import { and, asc, eq, gt, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { toolCredential, toolSecret } from '../../db/schema/tool.ts';

export type ToolSecretRow = typeof toolSecret.$inferSelect;
export type ToolCredentialRow = typeof toolCredential.$inferSelect;

export async function findSecret(db: Db, projectId: string): Promise<ToolSecretRow | undefined> {
  const [row] = await db.select().from(toolSecret).where(eq(toolSecret.projectId, projectId));
  return row;
}

/** Goes on to the next secret. */
export async function nextSecret(
  db: Db,
  values: Pick<ToolSecretRow, 'projectId' | 'madeAt' | 'oldSecretUntil'>,
): Promise<ToolSecretRow | undefined> {
  const { madeAt, oldSecretUntil } = values;
  const generation = sql`${toolSecret.generation} + 1`;
  const [row] = await db
    .insert(toolSecret)
    .values({ ...values, generation: 1 })
    .onConflictDoUpdate({
      target: toolSecret.projectId,
      set: { generation, madeAt, oldSecretUntil },
    })
    .returning();
  return row;
}

export async function findCredential(
  db: Db,
  projectId: string,
  origin: string,
): Promise<ToolCredentialRow | undefined> {
  const [row] = await db
    .select()
    .from(toolCredential)
    .where(and(eq(toolCredential.projectId, projectId), eq(toolCredential.origin, origin)));
  return row;
}

export function listCredentials(
  db: Db,
  { projectId, after, limit }: { projectId: string; after: string | undefined; limit: number },
): Promise<ToolCredentialRow[]> {
  const isAfter = after === undefined ? undefined : gt(toolCredential.origin, after);
  return db
    .select()
    .from(toolCredential)
    .where(and(eq(toolCredential.projectId, projectId), isAfter))
    .orderBy(asc(toolCredential.origin))
    .limit(limit);
}

export async function replaceCredential(
  db: Db,
  values: ToolCredentialRow,
): Promise<ToolCredentialRow | undefined> {
  const { id: _id, projectId: _projectId, origin: _origin, ...set } = values;
  const target = [toolCredential.projectId, toolCredential.origin];
  const [row] = await db
    .insert(toolCredential)
    .values(values)
    .onConflictDoUpdate({ target, set })
    .returning();
  return row;
}

/** Whether there was one. */
export async function deleteCredential(db: Db, projectId: string, id: string): Promise<boolean> {
  const rows = await db
    .delete(toolCredential)
    .where(and(eq(toolCredential.projectId, projectId), eq(toolCredential.id, id)))
    .returning({ id: toolCredential.id });
  return rows.length > 0;
}
