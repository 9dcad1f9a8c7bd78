import { type SQL, sql } from 'drizzle-orm';
import {
  type CallerUse,
  DEPENDENT_SOURCES,
  type Replacement,
  type SentInputs,
} from '#core/task/revision/callers.ts';
import type { MethodsOf } from '#domain/stores.ts';
import type { TaskStore } from '#domain/task/task.store.ts';
import type { Db, Tx } from '../../db/client.ts';

const MAX_USES = 500;
/**
 * The maximum size of inputs that are read: as JSON, and as stored (compressed up to a hundredfold). Four thousand
 * inputs of a megabyte would not fit into memory.
 */
const MAX_BYTES = 16 * 1024 * 1024;
const MAX_STORED_BYTES = 2 * 1024 * 1024;

/** What is known of a task's callers. */
export function callerMethods(
  db: Db | Tx,
): Pick<MethodsOf<TaskStore>, 'callerUses' | 'sentInputs' | 'lastCalled'> {
  return {
    async callerUses(taskId, since) {
      const { rows } = await db.execute<CallerUse & Record<string, unknown>>(sql`
        select caller_type as type, caller_id as id, coalesce(target, 'active') as target,
          revision, (array_agg(caller_name order by id desc))[1] as name, count(*)::int as runs,
          max(created_at) as last
        from run where ${ofDependents(taskId, since)}
        group by 1, 2, 3, 4 order by runs desc, 2, 3, 4 limit ${MAX_USES}`);
      return rows;
    },

    async sentInputs(taskId, since, { callerIds, replacement, limit }) {
      const { rows } = await db.execute<SentInputs & Record<string, unknown>>(sql`
        with newest as (
          select caller.id as caller_id, called.id, called.size,
            row_number() over (partition by caller.id order by called.id desc) as place
          from unnest(${texts(callerIds)}) as caller(id), lateral (
            select id, pg_column_size(inputs) as size from run
            where ${ofDependents(taskId, since)} and caller_id = caller.id
              and ${isReplaced(replacement)}
            order by run.id desc limit ${limit}) as called),
        stored as (
          select *, sum(size) over (order by place, caller_id) - size as before from newest),
        read as (
          select stored.caller_id, place, inputs, defaulted, octet_length(inputs::text) as length
          from stored join run using (id) where before < ${MAX_STORED_BYTES}),
        measured as (
          select *, sum(length) over (order by place, caller_id) - length as before from read)
        select caller_id, inputs, defaulted, count(*)::int as runs
        from measured where before < ${MAX_BYTES}
        group by 1, 2, 3`);
      return rows;
    },

    async lastCalled(taskId, environment, since) {
      const { rows } = await db.execute<{ revision: number }>(sql`
        select revision from run where ${ofDependents(taskId, since)} and target = ${environment}
        order by id desc limit 1`);
      return rows[0]?.revision;
    },
  };
}

/** The same as `isReplaced` of `callers.ts`. */
function isReplaced({ targets, base, next }: Replacement): SQL {
  const name = sql`coalesce(target, 'active')`;
  const ranBase = sql`(revision = ${base ?? null}::int and ${name} !~ '^[0-9]')`;
  return sql`(${name} = any (${texts(targets)}) or ${ranBase})
    and revision is distinct from ${next ?? null}::int`;
}

function ofDependents(taskId: string, since: string): SQL {
  return sql`task_id = ${taskId} and source = any (${texts(DEPENDENT_SOURCES)}) and revision is not null
    and created_at >= ${since}::timestamptz`;
}

function texts(list: readonly string[]): SQL {
  const items = list.map((item) => sql`${item}::text`);
  return sql`array[${sql.join(items, sql`, `)}]::text[]`;
}
