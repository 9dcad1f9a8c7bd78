import { and, eq, gt, isNull, or, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { apiKey } from '../../db/schema/access.ts';
import { project } from '../../db/schema/project.ts';

/** The key with this hash, or the one that replaced it, as long as both work. */
export async function findApiKeyByHash(db: Db, hash: string) {
  const [row] = await db
    .select({ key: apiKey, orgId: project.org_id })
    .from(apiKey)
    .innerJoin(project, and(eq(project.id, apiKey.project_id), isNull(project.deleted_at)))
    .where(
      or(
        eq(apiKey.hash, hash),
        and(eq(apiKey.old_hash, hash), gt(apiKey.old_key_until, sql`now()`)),
      ),
    );
  return row;
}
