import { sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';

/** So many at a time: the embedded database does nothing else meanwhile. */
const CHUNK = 2000;

/**
 * Deletes the runs of projects that were deleted, with their traces. Runs have no foreign keys, which every run would
 * pay for. Gives how many there were.
 */
export async function sweepRuns(db: Db): Promise<number> {
  let swept = 0;
  for (const projectId of await goneProjects(db)) {
    for (;;) {
      const { rows } = await db.execute<{ id: string }>(sql`
        with gone as (
          delete from run where id in (select id from run where project_id = ${projectId} limit ${CHUNK})
          returning id),
        traces as (delete from run_trace where run_id in (select id from gone))
        select id from gone`);
      swept += rows.length;
      if (rows.length < CHUNK) break;
    }
  }
  return swept;
}

/** Projects that have runs but are not there; found by hopping through the index, not by reading all runs. */
async function goneProjects(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    with recursive seen(id) as (
      (select project_id from run order by project_id limit 1)
      union all
      select (select project_id from run where project_id > seen.id order by project_id limit 1)
      from seen where seen.id is not null)
    select id from seen
    where id is not null and not exists (select from project where project.id = seen.id)`);
  return rows.map((row) => row.id);
}
