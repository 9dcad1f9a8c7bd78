import type pg from 'pg';

/** Distinguishes our advisory locks from those of others. */
const CLASS = 7_426_001;

/**
 * Lets PostgreSQL notice within 8 seconds that the machine at the other end of this connection is gone. The system's
 * default is two hours. (If only the process has died, its machine reports that immediately.)
 */
export async function probeOften(client: pg.Client): Promise<void> {
  await client.query(
    'set tcp_keepalives_idle = 5; set tcp_keepalives_interval = 1; set tcp_keepalives_count = 3',
  );
}

/** Holds a name for as long as this connection lasts. */
export async function hold(client: pg.Client, name: string): Promise<void> {
  await client.query('select pg_advisory_lock_shared($1, hashtext($2))', [CLASS, name]);
}

export async function release(client: pg.Client, name: string): Promise<void> {
  await client.query('select pg_advisory_unlock_shared($1, hashtext($2))', [CLASS, name]);
}

/** Which of these names are held by any connection to this database. */
export async function readHeld(pool: pg.Pool, names: readonly string[]): Promise<Set<string>> {
  const { rows } = await pool.query<{ name: string }>(
    `select name from unnest($1::text[]) as name
    where hashtext(name)::oid in (
      select objid from pg_locks
      where locktype = 'advisory' and classid = $2::int::oid and objsubid = 2 and granted
        and database = (select oid from pg_database where datname = current_database()))`,
    [names, CLASS],
  );
  return new Set(rows.map(({ name }) => name));
}
