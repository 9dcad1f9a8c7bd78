import { CHARGE_ENDED_RUNS, ENDED_RUN } from '../../db/charge-ended-runs.ts';
import type { HotStatement } from '../../db/hot-statement.ts';
import { NOTE_ENDED_RUNS } from '../../db/note-ended-runs.ts';
import { COUNT_ENDED_RUNS } from '../task/task-use.service.ts';

/**
 * The unspent part of some spend limits, which are locked after the organisations (`paying`).
 * @param ids a query for the ids that may have one
 */
function limitsOf(ids: string): string {
  return `
    select id, amount - reserved - case when month >= to_char(now() at time zone 'UTC', 'YYYY-MM') then spent else 0 end
      as left_over
    from spend_limit where id = any (array(${ids})) and (select count(*) from paying) >= 0 order by id for update`;
}

/**
 * Which runs the spend limits of their API keys and projects cover; `refused` is the limit that doesn't. A run refused
 * by its key's limit takes nothing from its project's limit.
 */
const WITHIN_LIMITS = `within_keys as (
    select v.id, v.org_id, v.project_id, v.reserved, v.is_free,
      case when l.left_over - sum(v.reserved) over (partition by l.id order by v.reserved, v.id) < 0 or l.left_over <= 0
        then l.id end as refused
    from v left join limits l on l.id = v.caller_id and not v.is_free),
  within as materialized (
    select v.id, v.org_id, v.reserved, v.is_free,
      coalesce(v.refused, case when l.left_over
        - sum(case when v.refused is null then v.reserved end) over (partition by l.id order by v.reserved, v.id) < 0
        or l.left_over <= 0 then l.id end) as refused
    from within_keys v left join limits l on l.id = v.project_id and not v.is_free)`;

/** Adds the reservations of accepted runs to the limits. */
const HELD_BY_LIMITS = `held_by_limits as (
    update spend_limit as l set reserved = l.reserved + due.amount
    from (
      select limit_id, sum(reserved)::bigint as amount
      from (
        select project_id as limit_id, reserved from accepted union all select caller_id, reserved from accepted) parts
      where reserved > 0 group by limit_id) due
    where l.id = any (array(select id from limits)) and l.id = due.limit_id)`;

const ACCEPTED = `
  with v as materialized (
    select * from jsonb_to_recordset($1::jsonb) as v(id text, org_id text, project_id text, task_id text,
      task_name text, revision int, target text, defaulted text[], source text, chat_id text, status text, model_id text,
      input_preview text, inputs jsonb, caller_type text, caller_id text, caller_name text, idempotency_key text,
      request_hash text, worker_id text, created_at timestamptz, reserved bigint, is_free boolean))`;
const ACCEPTED_COLUMNS = `id, org_id, project_id, task_id, task_name, revision, target, defaulted, source, chat_id, status, model_id,
      input_preview, inputs, caller_type, caller_id, caller_name, idempotency_key, request_hash, worker_id, created_at,
      reserved`;
const INSERT_COVERED = `accepted as (
    insert into run (${ACCEPTED_COLUMNS})
    select ${ACCEPTED_COLUMNS}
    from v where id in (select id from covered)
    on conflict do nothing
    returning id, org_id, project_id, caller_id, reserved),
  held as (
    update org set reserved = org.reserved + due.amount
    from (select org_id, sum(reserved)::bigint as amount from accepted where reserved > 0 group by org_id) due
    where org.id = due.org_id)`;
const LIMITED_IDS =
  'select project_id as id from v where not is_free union select caller_id from v where not is_free';

/** The id of the rows that `ACCEPT` returns if it did nothing; `refused` is the limit that applies. */
export const LIMITS_APPLY = 'limits';

/**
 * Inserts accepted runs and reserves their cost. Returns the ids of those inserted: a missing one could not be paid from
 * what its organisation has left, or its idempotency key was already used. If a spend limit applies to any of them, it
 * does nothing and names them, because looking at limits takes a third longer: repeat it with `ACCEPT_LIMITED`.
 *
 * Organisations are locked before their balance is read, in the same order everywhere, so that no two nodes spend it
 * twice. Cheap runs are accepted first: one that is refused would not fit in beside those that are accepted.
 */
export const ACCEPT: HotStatement = {
  name: 'taskloom_accept_runs',
  text: `${ACCEPTED},
  limited as materialized (
    select id from spend_limit
    where id = any (array(select project_id from v where not is_free union all select caller_id from v where not is_free))),
  paying as materialized (
    select id, balance - reserved as left_over from org
    where id = any (array(select org_id from v where reserved > 0)) and not exists (select from limited)
    order by id for update),
  covered as (
    select id from (
      select v.id, left_over - sum(v.reserved) over (partition by v.org_id order by v.reserved, v.id) as left_over
      from v join paying on paying.id = v.org_id where v.reserved > 0) as v
    where left_over >= 0
    union all
    select v.id from v join org on org.id = v.org_id
    where v.reserved = 0 and (v.is_free or org.balance > 0) and not exists (select from limited)),
  ${INSERT_COVERED}
  select id, null as refused from accepted union all select '${LIMITS_APPLY}', id from limited`,
};

/**
 * Like `ACCEPT`, but for runs with spend limits. Also returns the IDs of runs that a limit doesn't cover, with the
 * limit's ID as `refused`.
 */
export const ACCEPT_LIMITED: HotStatement = {
  name: 'taskloom_accept_limited_runs',
  text: `${ACCEPTED},
  paying as materialized (
    select id, balance - reserved as left_over from org
    where id = any (array(select org_id from v where reserved > 0)) order by id for update),
  limits as materialized (${limitsOf(LIMITED_IDS)}),
  ${WITHIN_LIMITS},
  covered as (
    select id from (
      select v.id, left_over - sum(v.reserved) over (partition by v.org_id order by v.reserved, v.id) as left_over
      from within v join paying on paying.id = v.org_id where v.reserved > 0 and v.refused is null) as v
    where left_over >= 0
    union all
    select v.id from within v join org on org.id = v.org_id
    where v.reserved = 0 and v.refused is null and (v.is_free or org.balance > 0)),
  ${INSERT_COVERED},
  ${HELD_BY_LIMITS}
  select id, null as refused from accepted union all select id, refused from within where refused is not null`,
};

/**
 * Raises the reservations of runs. Returns the IDs of runs whose organisation can pay and that have not ended, and of
 * runs that a spend limit doesn't cover, with the limit's ID as `refused`.
 */
export const RESERVE: HotStatement = {
  name: 'taskloom_reserve_runs',
  text: `
  with v as materialized (
    select * from jsonb_to_recordset($1::jsonb) as v(id text, org_id text, reserved bigint)),
  paying as materialized (
    select id, balance - reserved as left_over from org
    where id = any (array(select org_id from v)) order by id for update),
  wanted as materialized (
    select v.id, v.org_id, run.project_id, run.caller_id, greatest(0, v.reserved - run.reserved) as reserved,
      v.reserved <= run.reserved as is_free
    from v join run on run.id = v.id
    where run.id = any (array(select id from v)) and run.ended_at is null),
  limits as materialized (${limitsOf('select project_id as id from wanted union select caller_id from wanted')}),
  ${WITHIN_LIMITS.replace('from v ', 'from wanted v ')},
  covered as (
    select v.id, v.reserved as more,
      left_over - sum(v.reserved) over (partition by v.org_id order by v.reserved, v.id) as left_over
    from within v join paying on paying.id = v.org_id where v.refused is null),
  raised as (
    update run set reserved = run.reserved + covered.more
    from covered
    where run.id = any (array(select id from v)) and run.id = covered.id and covered.left_over >= 0
      and run.ended_at is null
    returning run.id, run.org_id, run.project_id, run.caller_id, covered.more as reserved),
  held as (
    update org set reserved = org.reserved + due.amount
    from (select org_id, sum(reserved)::bigint as amount from raised group by org_id) due
    where org.id = due.org_id),
  ${HELD_BY_LIMITS.replaceAll('accepted', 'raised')}
  select id, null as refused from raised union all select id, refused from within where refused is not null`,
};

/** Saves the output of runs so far. Returns their ids, and whether someone on another node asked to stop them. */
export const CHECKPOINT: HotStatement = {
  name: 'taskloom_checkpoint_runs',
  text: `
  with v as materialized (
    select * from jsonb_to_recordset($1::jsonb) as v(id text, output_text text, resets int, input_tokens int,
      output_tokens int, cost bigint, billed bigint, first_token_ms int))
  update run set status = 'running', output_text = v.output_text, resets = v.resets,
    input_tokens = v.input_tokens, output_tokens = v.output_tokens, cost = v.cost, billed = v.billed, first_token_ms = v.first_token_ms
  from v
  where run.id = any (array(select id from v)) and run.id = v.id and run.ended_at is null
  returning run.id, run.cancel_requested::text as cancel_requested`,
};

// Runs are matched twice (`any` and the join): with the join alone, the planner would choose a scan of all
// runs while there are few, and keep that plan.

/**
 * Ends runs: row, trace, billing, the rest of the reservation and statistics in one statement. Returns the ids of those it ended; one that had
 * already ended is neither changed nor billed again.
 */
export const END: HotStatement = {
  name: 'taskloom_end_runs',
  text: `
  with v as materialized (
    select * from jsonb_to_recordset($1::jsonb) as v(id text, status text, output jsonb, output_text text,
      citations jsonb, resets int, output_valid boolean, input_tokens int, output_tokens int, cost bigint, billed bigint,
      latency_ms int,
      first_token_ms int, error jsonb, ended_at timestamptz, entry_id text, steps jsonb)),
  ended as (
    update run set status = v.status, output = v.output, output_text = v.output_text,
      citations = v.citations, resets = v.resets, output_valid = v.output_valid, input_tokens = v.input_tokens, output_tokens = v.output_tokens, cost = v.cost, billed = v.billed,
      latency_ms = v.latency_ms, first_token_ms = v.first_token_ms, error = v.error, ended_at = v.ended_at
    from v
    where run.id = any (array(select id from v)) and run.id = v.id and run.ended_at is null
    returning ${ENDED_RUN}, v.entry_id, v.steps,
      pg_column_size(run.inputs) + coalesce(pg_column_size(v.steps), 0) as stored),
  traced as (
    insert into run_trace (run_id, steps) select id, steps from ended on conflict do nothing),
  ${CHARGE_ENDED_RUNS},
  ${COUNT_ENDED_RUNS},
  ${NOTE_ENDED_RUNS}
  select id from ended`,
};

/**
 * Ends the runs of processes that died, bills them for what they had used when they were last saved, and ends their
 * reservations. `$1` contains the `error` to write and the ids of those processes as `dead`.
 */
export const REAP = `
  with gone as materialized (
    select id from jsonb_array_elements_text($1::jsonb -> 'dead') as id),
  ended as (
    update run set status = 'failed', error = $1::jsonb -> 'error', ended_at = date_trunc('milliseconds', now()),
      cost = case when run.input_tokens + run.output_tokens = 0 then 0 else run.cost end,
      latency_ms = least(2147483647, extract(epoch from now() - run.created_at) * 1000)::int
    from gone
    where run.worker_id = gone.id and run.status in ('queued', 'running') and run.ended_at is null
    returning ${ENDED_RUN}, 'entry' || substr(run.id, 4) as entry_id,
      pg_column_size(run.inputs) as stored),
  ${CHARGE_ENDED_RUNS},
  ${COUNT_ENDED_RUNS},
  ${NOTE_ENDED_RUNS}
  select id from ended`;
