import { and, eq, gt, isNull, or, sql } from 'drizzle-orm';
import { apiKey } from '#domain/access/access.tables.ts';
import { project } from '#domain/project/project.tables.ts';
import { user } from '#domain/user/user.tables.ts';
import type { Db } from '../../db/client.ts';

/** The key with this hash, or the one that replaced it, as long as both work. */
export async function findApiKeyByHash(db: Db, hash: string) {
  const [row] = await db
    .select({
      key: apiKey,
      orgId: project.org_id,
      creator: { delete_at: user.delete_at, delete_org_ids: user.delete_org_ids },
    })
    .from(apiKey)
    .innerJoin(project, and(eq(project.id, apiKey.project_id), isNull(project.deleted_at)))
    // The creator's account may have been deleted.
    .leftJoin(user, eq(user.id, apiKey.created_by_id))
    .where(
      or(
        eq(apiKey.hash, hash),
        and(eq(apiKey.old_hash, hash), gt(apiKey.old_key_until, sql`now()`)),
      ),
    );
  return row;
}
