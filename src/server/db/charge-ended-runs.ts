/**
 * Bills runs within the statement that ends them, ends their reservations, and counts them for charts and spend limits.
 * Add it to the common table expressions of a statement that has one named `ended` with the columns of a run, its
 * `entry_id` and `cost` (micro-dollars or null), of which the balance pays `billed` (null for all of it). The ledger takes
 * one entry per run, whatever happens, and balances follow the ledger. Organisations are locked before limits, as where
 * runs are accepted and other calls are charged, so that two nodes can't deadlock. Runs that neither cost nor reserved
 * anything lock neither.
 */
export const CHARGE_ENDED_RUNS = `
  charged as (
    insert into ledger_entry (id, org_id, kind, amount, reference, created_at)
    select entry_id, org_id, 'run', -coalesce(billed, cost), id, ended_at from ended where coalesce(billed, cost) > 0
    on conflict (reference) do nothing
    returning org_id, amount),
  paid as (
    update org set balance = org.balance + due.amount, reserved = org.reserved - due.released
    from (
      select org_id, sum(amount)::bigint as amount, sum(released)::bigint as released
      from (
        select org_id, amount, 0 as released from charged
        union all
        select org_id, 0, reserved from ended where reserved > 0) as parts
      group by org_id) due
    where org.id = due.org_id
    returning org.id),
  limited as (
    update spend_limit as l set
      spent = case when l.month >= due.month then l.spent else 0 end + due.amount,
      month = greatest(l.month, due.month), reserved = l.reserved - due.released
    from (
      select limit_id, to_char(now() at time zone 'UTC', 'YYYY-MM') as month,
        sum(coalesce(billed, cost, 0))::bigint as amount, sum(reserved)::bigint as released
      from (
        select project_id as limit_id, billed, cost, reserved from ended
        union all
        select caller_id, billed, cost, reserved from ended where caller_type = 'api_key') as parts
      where reserved > 0 or coalesce(billed, cost) > 0 group by limit_id) due
    where l.id = any (array(select project_id from ended union select caller_id from ended)) and l.id = due.limit_id
      and (select count(*) from paid) >= 0),
  counted as (
    insert into usage_day (org_id, day, project_id, task_id, model_id, caller_id, kind, task_name, caller_type,
      calls, unpriced, cost, own, charged, input_tokens, output_tokens)
    select org_id, to_char(ended_at at time zone 'UTC', 'YYYY-MM-DD'), project_id, task_id, model_id,
      case caller_type when 'visitor' then '' else caller_id end, 'run', max(task_name), max(caller_type), count(*),
      count(*) filter (where cost is null), coalesce(sum(cost), 0),
      coalesce(sum(cost - billed) filter (where billed < cost), 0), coalesce(sum(coalesce(billed, cost)), 0),
      sum(input_tokens), sum(output_tokens)
    from ended group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6
    on conflict (org_id, day, project_id, task_id, model_id, caller_id, kind) do update set
      task_name = excluded.task_name,
      calls = usage_day.calls + excluded.calls,
      unpriced = usage_day.unpriced + excluded.unpriced,
      cost = usage_day.cost + excluded.cost,
      own = usage_day.own + excluded.own,
      charged = usage_day.charged + excluded.charged,
      input_tokens = usage_day.input_tokens + excluded.input_tokens,
      output_tokens = usage_day.output_tokens + excluded.output_tokens)`;

/** The columns of runs that `CHARGE_ENDED_RUNS` and the other parts of statements that end runs read. */
export const ENDED_RUN = `run.id, run.org_id, run.project_id, run.status, run.task_id, run.task_name, run.revision,
      run.model_id, run.caller_type, run.caller_id, run.created_at, run.ended_at, run.latency_ms,
      run.output_valid, run.input_tokens, run.output_tokens, run.cost, run.billed, run.reserved`;
