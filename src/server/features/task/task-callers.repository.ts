import { type SQL, sql } from 'drizzle-orm';
import type { TaskAffectedCaller } from '#generated/model/index.ts';
import type { Db, Tx } from '../../db/client.ts';

const MAX_CALLERS = 100;

/** Which runs a change meets. */
export interface Affected {
  /** Every run: its output is read. */
  all: boolean;
  /** Runs that sent one of these inputs … */
  sent: string[];
  /** … or left one of these out. */
  missing: string[];
}

/** Who called a task over the API since then, and how many of their runs a change meets. */
export async function affectedCallers(
  db: Db | Tx,
  taskId: string,
  since: Date,
  affected: Affected,
): Promise<TaskAffectedCaller[]> {
  const { rows } = await db.execute<Row>(sql`
    select caller_type as type, caller_id as id,
      (array_agg(caller_name order by id desc))[1] as name,
      count(*)::int as runs, count(*) filter (where ${condition(affected)})::int as affected,
      max(created_at) as last
    from run
    where task_id = ${taskId} and source = 'api' and revision is not null
      and created_at >= ${since.toISOString()}::timestamptz
    group by caller_type, caller_id
    having count(*) filter (where ${condition(affected)}) > 0
    order by affected desc, caller_id
    limit ${MAX_CALLERS}`);
  return rows.map((row) => ({
    caller: { type: row.type, id: row.id, name: row.name },
    runs: row.runs,
    affected_runs: row.affected,
    last_run_at: new Date(row.last).toISOString(),
  }));
}

interface Row extends Record<string, unknown> {
  type: TaskAffectedCaller['caller']['type'];
  id: string;
  name: string;
  runs: number;
  affected: number;
  last: string | Date;
}

function condition({ all, sent, missing }: Affected): SQL {
  if (all) return sql`true`;
  const parts = [
    ...(sent.length > 0 ? [sql`inputs ?| ${names(sent)}`] : []),
    ...(missing.length > 0 ? [sql`not (inputs ?& ${names(missing)})`] : []),
  ];
  return parts.length > 0 ? sql`(${sql.join(parts, sql` or `)})` : sql`false`;
}

function names(list: string[]): SQL {
  const texts = list.map((name) => sql`${name}::text`);
  return sql`array[${sql.join(texts, sql`, `)}]`;
}
