/**
 * Records webhook events for ended runs, within the statement that ends them. Add it to the common table expressions of a
 * statement that has one named `ended` with the columns `id`, `project_id`, `task_id`, `status` and `ended_at`. A run ends
 * only once, so the event's id is derived from the run's.
 */
export const NOTE_ENDED_RUNS = `
  noted as (
    insert into webhook_event (id, project_id, type, task_id, run_id, created_at)
    select 'event' || substr(ended.id, 4), ended.project_id, 'run.' || ended.status, ended.task_id, ended.id,
      ended.ended_at
    from ended
    where ended.status <> 'cancelled'
      and exists (select from webhook where webhook.project_id = ended.project_id and webhook.status = 'active')
    on conflict do nothing)`;
