import { type SQL, sql } from 'drizzle-orm';

/** Whether a project exists and is not deleted. Workers leave everything else alone, which may be restored. */
export function isLiveProject(projectId: SQL): SQL {
  return sql`exists (select from project live where live.id = ${projectId} and live.deleted_at is null)`;
}
