import { type SQL, sql } from 'drizzle-orm';
import type { Db, Tx } from '../../db/client.ts';
import type { Room } from './worker.ts';

/** A table whose rows are jobs, with the columns `worker_id` and `lease_until`. Conditions refer to a row as `job`. */
export interface JobTable {
  name: string;
  key: readonly [string, ...string[]];
  /** The column whose values take turns: `org_id` by default. */
  owner?: string;
  /** Jobs that have not ended. */
  isOpen: SQL;
  /** Those of them that are due; all if absent. */
  isDue?: SQL;
  /** Those that may be worked on: not of a deleted project. */
  isAllowed?: SQL;
  /** Those that may be begun. */
  isClaimable?: SQL;
  /** The column by whose value jobs are claimed, the smallest first. */
  order: string;
  /** What else changes when a job is claimed or released. */
  onClaim?: SQL;
  onRelease?: SQL;
  /** The column whose values are groups of jobs that share a limit. */
  group?: string;
  /** The jobs that could be claimed: their key, `org_id`, and `due` to order them by. For rows without `org_id`. */
  waiting?(room: Room, isFree: SQL): SQL;
}

/** A job that this process has claimed. */
export interface ClaimedJob extends Record<string, unknown> {
  org_id: string;
  worker_id: string;
  /** The group whose jobs share a limit. */
  group: string;
  /** Whether the lease of an earlier claim has expired: its process died, or lost the database. */
  is_interrupted: boolean;
}

/** The process that claims, and for how long. */
export interface Claimant {
  workerId: string;
  leaseMs: number;
}

/**
 * Claims jobs that are due, so that no other process takes them until the lease expires. Each organisation gets its
 * share, in turn and by the rule of `Shares`: another one only while it has less than a third as many as are free.
 */
export async function claimJobs<Job extends ClaimedJob>(
  db: Db,
  table: JobTable,
  { workerId, leaseMs }: Claimant,
  room: Room,
): Promise<Job[]> {
  const { limit, each, freeForOne } = room;
  const { name, owner, order, group, onClaim } = names(table);
  const held = JSON.stringify(Object.fromEntries(room.owners));
  const free = isFree(table);
  const waiting =
    table.waiting?.(room, free) ??
    sql`select ${keyOf(table, 'job')}, o.org_id, job.${order} as due
      from (select distinct ${owner} as org_id from ${name} job where ${isDue(table)}) o
      cross join lateral (
        select * from ${name} job where job.${owner} = o.org_id and ${free} and ${isAllowed(table)}
          and ${table.isClaimable ?? sql`true`}
        order by job.${order}, ${keyOf(table, 'job')} limit ${limit}) job`;
  const { rows } = await db.execute<Job>(sql`
    with waiting as (${waiting}),
    placed as (
      select *, coalesce((${held}::jsonb ->> org_id)::int, 0)
        + row_number() over (partition by org_id order by due, ${keyOf(table, 'waiting')}) as place
      from waiting),
    ranked as (select *, row_number() over (order by place, due) as number from placed),
    claimed as (
      select ${keyOf(table, 'job')}, ranked.org_id, job.lease_until is not null as is_interrupted
      from ranked join ${name} job on ${isSame(table, 'ranked')}
      where (place - 1) * ${freeForOne}::int < ${limit} - number + 1 and place <= ${each} and ${free}
      for update of job skip locked)
    update ${name} job set worker_id = ${workerId}, lease_until = ${until(leaseMs)} ${onClaim}
    from claimed where ${isSame(table, 'claimed')}
    returning ${keyOf(table, 'job')}, job.worker_id, claimed.org_id, claimed.is_interrupted, ${group} as "group"`);
  return rows;
}

/** Extends a lease. Returns false if the job was cancelled, deleted or taken over. */
export async function renewJob(
  db: Db,
  table: JobTable,
  { workerId, leaseMs }: Claimant,
  job: ClaimedJob,
): Promise<boolean> {
  const { name } = names(table);
  const { rows } = await db.execute(sql`
    update ${name} job set lease_until = ${until(leaseMs)}
    where ${isJob(table, job)} and worker_id = ${workerId} and ${table.isOpen} and ${isAllowed(table)}
    returning 1`);
  return rows.length > 0;
}

/** Releases a job that this process did not finish, so that others can take it immediately. */
export async function releaseJob(
  db: Db,
  table: JobTable,
  { workerId }: Claimant,
  job: ClaimedJob,
): Promise<void> {
  const { name, onRelease } = names(table);
  await db.execute(sql`
    update ${name} job set worker_id = null, lease_until = null ${onRelease}
    where ${isJob(table, job)} and worker_id = ${workerId} and ${table.isOpen}`);
}

/** Ends the leases of processes that died. An expired lease stays set, which shows that the job was interrupted. */
export async function freeJobs(tx: Tx, table: JobTable, dead: readonly string[]): Promise<void> {
  const { name } = names(table);
  await tx.execute(sql`
    update ${name} job set lease_until = now() where ${table.isOpen} and lease_until > now()
      and worker_id in (select jsonb_array_elements_text(${JSON.stringify(dead)}::jsonb))`);
}

function names({ name, owner = 'org_id', order, group, onClaim, onRelease }: JobTable) {
  return {
    name: sql.identifier(name),
    owner: sql.identifier(owner),
    order: sql.identifier(order),
    group: group === undefined ? sql`''` : sql`job.${sql.identifier(group)}`,
    onClaim: onClaim ? sql`, ${onClaim}` : sql``,
    onRelease: onRelease ? sql`, ${onRelease}` : sql``,
  };
}

function isDue({ isOpen, isDue = sql`true` }: JobTable): SQL {
  return sql`${isOpen} and ${isDue}`;
}

function isFree(table: JobTable): SQL {
  return sql`${isDue(table)} and (job.lease_until is null or job.lease_until < now())`;
}

function isAllowed(table: JobTable): SQL {
  return table.isAllowed ?? sql`true`;
}

function until(leaseMs: number): SQL {
  return sql`now() + make_interval(secs => ${leaseMs / 1000})`;
}

function keyOf({ key }: JobTable, alias: string): SQL {
  return sql.join(
    key.map((column) => sql`${sql.identifier(alias)}.${sql.identifier(column)}`),
    sql`, `,
  );
}

function isSame({ key }: JobTable, alias: string): SQL {
  const columns = key.map((column) => sql.identifier(column));
  return sql.join(
    columns.map((column) => sql`job.${column} = ${sql.identifier(alias)}.${column}`),
    sql` and `,
  );
}

function isJob({ key }: JobTable, job: ClaimedJob): SQL {
  return sql.join(
    key.map((column) => sql`job.${sql.identifier(column)} = ${job[column]}`),
    sql` and `,
  );
}
