/**
 * Counts runs in the statement that ends them. Add it to the common table expressions of a statement that has one named
 * `ended` with the columns `task_id`, `revision`, `created_at`, `cost`, `latency_ms`, `output_valid` and `stored`. Rows are
 * locked in order, so that two nodes cannot deadlock.
 */
export const COUNT_ENDED_RUNS = `
  used as (
    insert into task_use
      (task_id, day, revision, runs, cost, unpriced_runs, latency_ms, valid_runs, invalid_runs, stored)
    select task_id, (created_at at time zone 'UTC')::date, coalesce(revision, 0), count(*),
      coalesce(sum(cost), 0), count(*) filter (where cost is null), coalesce(sum(latency_ms), 0),
      count(*) filter (where output_valid), count(*) filter (where not output_valid), coalesce(sum(stored), 0)
    from ended group by 1, 2, 3 order by 1, 2, 3
    on conflict (task_id, day, revision) do update set
      runs = task_use.runs + excluded.runs,
      cost = task_use.cost + excluded.cost,
      unpriced_runs = task_use.unpriced_runs + excluded.unpriced_runs,
      latency_ms = task_use.latency_ms + excluded.latency_ms,
      valid_runs = task_use.valid_runs + excluded.valid_runs,
      invalid_runs = task_use.invalid_runs + excluded.invalid_runs,
      stored = task_use.stored + excluded.stored)`;
