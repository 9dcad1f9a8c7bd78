import { sql } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';

/** The batch size. The embedded database is blocked during each batch. */
const CHUNK = 500;

/**
 * Deletes accounts that were never used and whose address was never verified: nobody is signed in, and their
 * organisations are empty. Such an account blocks somebody else's address, or one that doesn't exist. Returns the
 * number of deleted accounts.
 * @param before deletes those created before this time
 */
export async function sweepUnusedAccounts({ db }: Database, before: Date): Promise<number> {
  const { rows } = await db.execute<{ id: string }>(sql`
    with unused as materialized (
      select identity.id, "user".id as user_id
      from identity left join "user" on "user".identity_id = identity.id
      where identity.verified_at is null and identity.created_at < ${before.toISOString()}::timestamptz
        and identity.address_created_at < ${before.toISOString()}::timestamptz
        and not exists (select from identity_session where identity_id = identity.id and expires_at > now())
        and coalesce("user".bio, '') = '' and "user".avatar is null
        and not exists (select from project_member where user_id = "user".id)
        and not exists (select from org_member as own where own.user_id = "user".id and (
          exists (select from org_member as other where other.org_id = own.org_id and other.user_id <> own.user_id)
          or exists (select from task where task.org_id = own.org_id)
          or exists (select from template where template.org_id = own.org_id)
          or exists (select from ledger_entry where ledger_entry.org_id = own.org_id and kind = 'run')
          or exists (select from project where project.org_id = own.org_id and (
            exists (select from api_key where project_id = project.id)
            or exists (select from webhook where project_id = project.id)
            or exists (select from project_member where project_id = project.id)))))
        and not exists (select from api_key where created_by_id = "user".id)
      limit ${CHUNK}
      for update of identity skip locked),
    orgs as (
      delete from org where id in (
        select org_id from org_member where user_id in (select user_id from unused))),
    users as (delete from "user" where id in (select user_id from unused))
    delete from identity where id in (select id from unused) returning id`);
  return rows.length;
}
