import { and, desc, eq, lt, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { apiKey } from '../../db/schema/access.ts';
import { project } from '../../db/schema/project.ts';
import { user } from '../../db/schema/user.ts';

export interface ApiKeyRow {
  key: typeof apiKey.$inferSelect;
  creator: { id: string; name: string };
}

const creator = { id: user.id, name: user.name };

/** API keys of a project, the newest first. */
export async function listApiKeys(
  db: Db,
  filter: { projectId: string; before: string | undefined; limit: number },
): Promise<ApiKeyRow[]> {
  return db
    .select({ key: apiKey, creator })
    .from(apiKey)
    .innerJoin(user, eq(user.id, apiKey.createdBy))
    .where(
      and(
        eq(apiKey.projectId, filter.projectId),
        filter.before === undefined ? undefined : lt(apiKey.id, filter.before),
      ),
    )
    .orderBy(desc(apiKey.id))
    .limit(filter.limit);
}

export async function insertApiKey(db: Db, values: typeof apiKey.$inferInsert) {
  const [row] = await db.insert(apiKey).values(values).returning();
  return row;
}

/** Whether there was one. */
export async function deleteApiKey(db: Db, projectId: string, id: string): Promise<boolean> {
  const rows = await db
    .delete(apiKey)
    .where(and(eq(apiKey.id, id), eq(apiKey.projectId, projectId)))
    .returning({ id: apiKey.id });
  return rows.length > 0;
}

export async function findApiKeyByHash(db: Db, hash: string) {
  const [row] = await db
    .select({ key: apiKey, orgId: project.org_id })
    .from(apiKey)
    .innerJoin(project, eq(project.id, apiKey.projectId))
    .where(eq(apiKey.hash, hash));
  return row;
}

/** Notes when keys were last used, many in one statement. */
export async function touchApiKeys(db: Db, used: ReadonlyMap<string, Date>): Promise<void> {
  const values = [...used].map(([id, at]) => ({ id, at: at.toISOString() }));
  await db.execute(sql`update api_key set last_used_at = used.at
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as used(id text, at timestamptz)
    where api_key.id = used.id`);
}
