import { sql } from 'drizzle-orm';
import type { RejectedCalls } from '#domain/run/rejected/rejection.ts';
import type { RunCaller } from '#generated/model/index.ts';
import type { Db, Tx } from '../../../db/client.ts';

/** Adds counts to their rows, in one statement. */
export async function addRejectedCalls(db: Db | Tx, rows: readonly RejectedCalls[]): Promise<void> {
  // Ordered by ID, so that two nodes can't deadlock.
  await db.execute(sql`
    insert into rejected_call as kept (id, project_id, task_id, task_name, target, revision, source, caller_type,
      caller_id, caller_name, code, status, pointers, calls, first_at, last_at, last_request_id)
    select v.id, v.project_id, v.task_id, task.name, target, revision, source, caller_type, caller_id, caller_name,
      code, status, pointers, calls, first_at, last_at, last_request_id
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as v(id text, project_id text, task_id text,
      target text, revision int, source text, caller_type text, caller_id text, caller_name text, code text,
      status int, pointers text[], calls int, first_at timestamptz, last_at timestamptz, last_request_id text)
    left join task on task.id = v.task_id and task.project_id = v.project_id
    order by v.id
    on conflict (id) do update set calls = kept.calls + excluded.calls,
      task_name = coalesce(excluded.task_name, kept.task_name), caller_name = excluded.caller_name,
      first_at = least(kept.first_at, excluded.first_at), last_at = greatest(kept.last_at, excluded.last_at),
      last_request_id = excluded.last_request_id`);
}

/** All callers with rejected calls of a project's tasks, by their latest names. */
export async function rejectedCallers(db: Db | Tx, projectId: string): Promise<RunCaller[]> {
  const { rows } = await db.execute<Record<keyof RunCaller, string>>(sql`
    select distinct on (caller_id) caller_id as id, caller_type as type, caller_name as name
    from rejected_call where project_id = ${projectId} order by caller_id, last_at desc`);
  return rows as RunCaller[];
}
