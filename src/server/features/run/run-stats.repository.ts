import { inArray, sql } from 'drizzle-orm';
import type { FiguresRow, RunFilter } from '#domain/run/run.store.ts';
import { run } from '#domain/run/run.tables.ts';
import type { Db, Tx } from '../../db/client.ts';
import { matching } from './run-conditions.repository.ts';

/** Enough memory to sort 100,000 runs without a temporary file. */
const WORK_MEM = '64MB';

/** Statistics of runs by hour or day, by revision, and in total, in a single scan. */
export async function readFigures(
  db: Db | Tx,
  projectId: string,
  filter: RunFilter,
  interval: 'hour' | 'day',
): Promise<FiguresRow[]> {
  const counted = (condition: string) => sql`(count(*) filter (where ${sql.raw(condition)}))::int`;
  const figures = sql`
    select
      case grouping(bucket, task_id) when 1 then 'bucket' when 2 then 'revision' else 'total' end as kind,
      to_char(bucket, 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at,
      task_id, max(id) as last_run_id, revision,
      count(*)::int as runs,
      ${counted("status = 'succeeded'")} as succeeded,
      ${counted("status = 'failed'")} as failed,
      ${counted("status = 'cancelled'")} as cancelled,
      ${counted('output_valid')} as valid,
      ${counted('not output_valid')} as invalid,
      coalesce(sum(cost), 0)::float8 as cost,
      ${counted('cost is null and ended_at is not null')} as unpriced_runs,
      coalesce(sum(input_tokens), 0)::float8 as input_tokens,
      coalesce(sum(output_tokens), 0)::float8 as output_tokens,
      percentile_disc(array[0.5, 0.95, 0.99]) within group (order by latency_ms)
        filter (where status = 'succeeded' and latency_ms is not null) as latencies
    from (
      select *, date_trunc(${sql.raw(`'${interval}'`)}, created_at at time zone 'UTC') as bucket
      from ${run} where ${matching(projectId, filter)}) as run
    group by grouping sets ((bucket), (task_id, revision), ())`;
  return db.transaction(async (tx) => {
    await tx.execute(sql.raw(`set local work_mem = '${WORK_MEM}'`));
    return (await tx.execute<FiguresRow & Record<string, unknown>>(figures)).rows;
  });
}

/** The task names of some runs. */
export async function taskNames(
  db: Db | Tx,
  runIds: readonly string[],
): Promise<Map<string, string>> {
  if (runIds.length === 0) return new Map();
  const rows = await db
    .select({ id: run.id, name: run.task_name })
    .from(run)
    .where(inArray(run.id, [...runIds]));
  return new Map(rows.map(({ id, name }) => [id, name]));
}
