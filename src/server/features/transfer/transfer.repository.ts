import { sql } from 'drizzle-orm';
import type { JobTable } from '../../platform/jobs/job-table.repository.ts';

/** The transfers that wait or run. */
export const TRANSFERS: JobTable = {
  name: 'transfer',
  key: ['id'],
  isOpen: sql`job.ended_at is null`,
  order: 'id',
  onClaim: sql`status = 'running'`,
};
