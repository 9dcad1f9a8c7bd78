import { sql } from 'drizzle-orm';
import { isLiveProject } from '../../access/live-project.repository.ts';
import type { JobTable } from '../../platform/jobs/job-table.repository.ts';

/** The syncs that wait or run. */
export const SYNCS: JobTable = {
  name: 'datasource_sync',
  key: ['id'],
  isOpen: sql`job.due_at is not null`,
  isDue: sql`job.due_at <= now()`,
  isAllowed:
    isLiveProject(sql`(select c.project_id from datasource d join collection c on c.id = d.collection_id
    where d.id = job.datasource_id)`),
  order: 'due_at',
};
