import { sql } from 'drizzle-orm';
import type { RunFilter } from '#domain/run/run.store.ts';
import { run } from '#domain/run/run.tables.ts';
import type { RunCaller } from '#generated/model/index.ts';
import type { Db, Tx } from '../../db/client.ts';
import { seenBy } from './run-conditions.repository.ts';

const MAX_CALLERS = 500;
/** How many of a caller's newest runs are looked at, of which the reader may see none. */
const NEWEST = 1000;

/**
 * Everyone with runs in a project that the reader may see, by their latest name, found with a loose scan of the callers' index. The
 * range condition on a single caller makes the planner use that index; with an equality, it might scan all runs since
 * the caller's last one.
 */
export async function listCallers(
  db: Db | Tx,
  projectId: string,
  reader: Pick<RunFilter, 'readerId'>,
): Promise<RunCaller[]> {
  const { rows } = await db.execute<Record<keyof RunCaller, string>>(sql`
    with recursive seen(id) as (
      (select caller_id from run where project_id = ${projectId} order by caller_id limit 1)
      union all
      select (select caller_id from run where project_id = ${projectId} and caller_id > seen.id
        order by caller_id limit 1)
      from seen where seen.id is not null)
    select seen.id, newest.type, newest.name
    from (select id from seen where id is not null limit ${MAX_CALLERS}) as seen,
      lateral (select caller_type as type, caller_name as name from (
          select id, caller_type, caller_name, source, caller_id, chat_id from run
          where project_id = ${projectId} and caller_id between seen.id and seen.id
          order by run.caller_id desc, run.id desc limit ${NEWEST}) as run
        where ${seenBy(reader, run)} order by run.id desc limit 1) as newest`);
  return rows as RunCaller[];
}
