import { inArray, sql } from 'drizzle-orm';
import type { PricedRunRow, PriceStore, RepricedRun } from '#domain/billing/price/price.store.ts';
import { run } from '#domain/run/run.tables.ts';
import type { MethodsOf } from '#domain/stores.ts';
import type { Db, Tx } from '../../db/client.ts';
import type { JobTable } from '../../platform/jobs/job-table.repository.ts';

/** What the tables of price corrections can't express. */
export function priceMethods(db: Db | Tx): MethodsOf<PriceStore> {
  return {
    async pricedRuns({ model_id, is_embedding, org_id, after, before }, limit) {
      // Of chat models, only those of organisations have fallbacks, so only their runs may have called another one.
      const embeds = sql`or exists (
        select from run_trace where run_trace.run_id = looked.id
          and run_trace.steps @> ${JSON.stringify([{ kind: 'embed', name: model_id }])}::jsonb)`;
      const { rows } = await db.execute<
        { looked: number; last: string; is_traced: boolean } & {
          [Key in keyof PricedRunRow]: PricedRunRow[Key] | null;
        }
      >(sql`
        with looked as materialized (
          select id, org_id, model_id, input_tokens, output_tokens, cost::float8 as cost, billed::float8 as billed,
            ended_at is not null as is_ended
          from run where id > ${after} and id < ${before} order by id limit ${limit}),
        wanted as (
          select * from looked
          where (model_id = ${model_id} or starts_with(model_id, 'endpoint_') ${is_embedding ? embeds : sql``})
            ${org_id === null ? sql`` : sql`and org_id = ${org_id}`}),
        total as (select count(*)::int as looked, max(id) as last from looked)
        select total.looked, total.last, wanted.*, (
          select coalesce(jsonb_agg(jsonb_build_object('at', ord - 1, 'model_id', step -> 'name',
            'input_tokens', step -> 'usage' -> 'input_tokens', 'output_tokens', step -> 'usage' -> 'output_tokens',
            'cost', step -> 'usage' -> 'cost', 'is_embedding', step ->> 'kind' = 'embed') order by ord), '[]')
          from jsonb_array_elements(run_trace.steps) with ordinality as s(step, ord)
          where run_trace.run_id is not null and jsonb_typeof(step -> 'usage') = 'object') as steps,
          run_trace.run_id is not null as is_traced
        from total left join wanted on true left join run_trace on run_trace.run_id = wanted.id
        order by wanted.id`);
      const [first] = rows;
      const runs = rows.flatMap(({ looked: _, last: __, is_traced, ...row }) =>
        row.id === null ? [] : [{ ...row, steps: is_traced ? row.steps : null } as PricedRunRow],
      );
      return { runs, last: first && first.looked === limit ? first.last : undefined };
    },
    async unknownCalls({ model_id, from, to }) {
      const { rows } = await db.execute<{ calls: number }>(sql`
        select count(*)::int as calls from ledger_entry
        where note = ${model_id} and kind in ('indexing', 'search', 'model_test')
          and created_at >= ${from} and created_at < ${to}
          and not exists (select 1 from priced_call where priced_call.id = ledger_entry.reference)`);
      return rows[0]?.calls ?? 0;
    },
    async costsOf(ids) {
      if (ids.length === 0) return [];
      const { id, cost, billed } = run;
      return db
        .select({ id, cost, billed })
        .from(run)
        .where(inArray(id, [...ids]));
    },
    async reprice(given) {
      if (given.length === 0) return [];
      const { rows } = await db.execute<{ [Key in keyof RepricedRun]: RepricedRun[Key] }>(sql`
        with v as materialized (
          select * from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
            as v(id text, cost_before bigint, billed_before bigint, cost bigint, billed bigint, steps jsonb)),
        changed as (
          update run set cost = v.cost, billed = v.billed
          from v
          where run.id = any (array(select id from v)) and run.id = v.id and run.ended_at is not null
            and run.cost is not distinct from v.cost_before
            and coalesce(run.billed, run.cost, 0) = v.billed_before
          returning run.id, run.project_id, run.task_id, run.task_name, run.model_id, run.caller_type, run.caller_id,
            run.ended_at, run.created_at, run.revision, run.source, v.cost_before, v.cost, v.steps),
        traced as (
          update run_trace set steps = (
            select coalesce(jsonb_agg(case when priced.at is null then step
              else jsonb_set(step, '{usage,cost}', coalesce(to_jsonb(priced.cost), 'null')) end order by ord), '[]')
            from jsonb_array_elements(run_trace.steps) with ordinality as s(step, ord)
              left join jsonb_to_recordset(changed.steps) as priced(at int, cost bigint) on priced.at = ord - 1)
          from changed
          where run_trace.run_id = any (array(select id from v)) and run_trace.run_id = changed.id
            and jsonb_array_length(changed.steps) > 0),
        used as (
          update task_use set cost = task_use.cost + due.cost, unpriced_runs = task_use.unpriced_runs + due.unpriced
          from (
            select task_id, (created_at at time zone 'UTC')::date as day, coalesce(revision, 0) as revision,
              sum(coalesce(cost, 0) - coalesce(cost_before, 0))::bigint as cost,
              sum((cost is null)::int - (cost_before is null)::int)::int as unpriced
            from changed group by 1, 2, 3) as due
          where task_use.task_id = due.task_id and task_use.day = due.day and task_use.revision = due.revision),
        evaluated as (
          update evaluation_result as result set
            candidate = coalesce((select jsonb_set(result.candidate, '{cost}', coalesce(to_jsonb(cost), 'null'))
              from changed where id = result.candidate ->> 'run_id'), result.candidate),
            baseline = coalesce((select jsonb_set(result.baseline, '{cost}', coalesce(to_jsonb(cost), 'null'))
              from changed where id = result.baseline ->> 'run_id'), result.baseline)
          where result.evaluation_id in (
              select evaluation.id from evaluation
              where evaluation.task_id in (select task_id from changed where source = 'evaluation'))
            and (result.candidate ->> 'run_id' in (select id from changed)
              or result.baseline ->> 'run_id' in (select id from changed)))
        select id, 'run' as kind, project_id, task_id, task_name, model_id, caller_type, caller_id,
          to_char(ended_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ended_at
        from changed order by id`);
      return rows;
    },
  };
}

/** The corrections that are calculated or applied. */
export const CORRECTIONS: JobTable = {
  name: 'price_correction',
  key: ['id'],
  isOpen: sql`job.status in ('calculating', 'applying')`,
  order: 'id',
};
