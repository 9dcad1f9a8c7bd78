/**
 * Bills runs within the statement that ends them, and ends their reservations. Add it to the common table
 * expressions of a statement that has one named `ended` with the columns `id`, `org_id`, `cost` (micro-dollars or null),
 * `billed` (what the balance pays of it; null for all of it), `reserved`, `entry_id` and `ended_at`. The ledger takes one entry per run, whatever happens, and balances follow the
 * ledger.
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
    where org.id = due.org_id)`;
