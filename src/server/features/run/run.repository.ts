import { and, desc, inArray, lt, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type {
  FiguresRow,
  RunFilter,
  RunPage,
  RunScan,
  RunStore,
  RunSummaryRow,
} from '#domain/run/run.store.ts';
import { run } from '#domain/run/run.tables.ts';
import type { MethodsOf } from '#domain/stores.ts';
import type { RunCaller } from '#generated/model/index.ts';
import type { Db, Tx } from '../../db/client.ts';
import { rejectedCallers } from './rejected/rejected-call.repository.ts';
import { matching, scanned, seenBy, wanted } from './run-conditions.repository.ts';

export function runMethods(db: Db | Tx): MethodsOf<RunStore> {
  return {
    /** Of the next `atMost` runs, newest first. The embedded database is blocked during the scan. */
    async list(projectId, filter, page) {
      const rows: RunSummaryRow[] = await pageOfRuns(db, projectId, filter, page);
      return scanOf(db, projectId, filter, page, rows);
    },

    /** The sizes of the same runs, computed without reading their large columns. */
    async sizes(projectId, filter, page) {
      const looked = lookedAt(db, projectId, filter, page);
      const stored = (column: AnyPgColumn) => sql`coalesce(pg_column_size(${column})
        * case when pg_column_compression(${column}) is null then 1 else ${sql.raw(String(COMPRESSED))} end, 0)`;
      const characters = sql<number>`(octet_length(${looked.output_text})
        + ${stored(looked.inputs)} + ${stored(looked.output)})::int`;
      const rows = await db
        .select({ id: looked.id, characters })
        .from(looked)
        .where(wanted(filter, looked))
        .orderBy(desc(looked.id))
        .limit(page.limit);
      return scanOf(db, projectId, filter, page, rows);
    },

    /** Statistics by hour or day, by revision, and in total, in a single scan. */
    figures(projectId, filter, interval) {
      const counted = (condition: string) =>
        sql`(count(*) filter (where ${sql.raw(condition)}))::int`;
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
    },

    async taskNames(runIds) {
      if (runIds.length === 0) return new Map();
      const rows = await db
        .select({ id: run.id, name: run.task_name })
        .from(run)
        .where(inArray(run.id, [...runIds]));
      return new Map(rows.map(({ id, name }) => [id, name]));
    },
    /**
     * Everyone with runs that the reader may see, by their latest name, found with a loose scan of the callers' index.
     * The range condition on a single caller makes the planner use that index; with an equality, it might scan all runs
     * since the caller's last one.
     */
    async callers(projectId, reader) {
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
    },

    rejectedCallers: (projectId) => rejectedCallers(db, projectId),
  };
}

/** The query for a page's runs. */
export function pageOfRuns(db: Db | Tx, projectId: string, filter: RunFilter, page: RunPage) {
  const looked = lookedAt(db, projectId, filter, page);
  const {
    inputs: _inputs,
    output: _output,
    output_text: _text,
    citations: _citations,
    ...rest
  } = looked._.selectedFields;
  return db
    .select(rest)
    .from(looked)
    .where(wanted(filter, looked))
    .orderBy(desc(looked.id))
    .limit(page.limit);
}

/** The maximum compression ratio that the database usually reaches on people's JSON. */
const COMPRESSED = 8;

/** The next `atMost` runs, newest first. */
function lookedAt(db: Db | Tx, projectId: string, filter: RunFilter, page: RunPage) {
  return db
    .select()
    .from(run)
    .where(and(scanned(projectId, filter), before(page.after)))
    .orderBy(desc(run.id))
    .limit(page.atMost)
    .as('looked');
}

/** The runs found, and where to continue. */
async function scanOf<Row extends { id: string }>(
  db: Db | Tx,
  projectId: string,
  filter: RunFilter,
  page: RunPage,
  rows: Row[],
): Promise<RunScan<Row>> {
  if (rows.length === page.limit) return { rows };
  const [end, older] = await db
    .select({ id: run.id })
    .from(run)
    .where(and(scanned(projectId, filter), before(page.after)))
    .orderBy(desc(run.id))
    .offset(page.atMost - 1)
    .limit(2);
  if (!end || !older) return { rows };
  // If runs were added between the two queries, `end` may be newer than some of the runs found.
  const lowest = rows.at(-1)?.id ?? end.id;
  return { rows, last: lowest < end.id ? lowest : end.id };
}

function before(id: string | undefined): SQL | undefined {
  return id === undefined ? undefined : lt(run.id, id);
}

const MAX_CALLERS = 500;
/** How many of a caller's newest runs are looked at, of which the reader may see none. */
const NEWEST = 1000;

/** Enough memory to sort 100,000 runs without a temporary file. */
const WORK_MEM = '64MB';
