import { type SQL, sql } from 'drizzle-orm';
import { wordsOf } from '#core/words.ts';
import type { MemberStore, PeopleQuery, PersonRow } from '#domain/member/member.store.ts';
import type { UserRow } from '#domain/user/user.tables.ts';
import type { Db, Tx } from '../../db/client.ts';
import { containing } from '../../db/containing.ts';

export function memberMethods(db: Db | Tx): MemberStore {
  return {
    async listPeople(query) {
      const { q, role, after, limit, userId } = query;
      const key = SORT_KEYS[query.sort];
      const sign = query.descending ? sql`<` : sql`>`;
      const direction = query.descending ? sql`desc` : sql`asc`;
      const conditions = [
        ...(userId === undefined ? [] : [sql`u.id = ${userId}`]),
        ...(role === undefined
          ? []
          : [sql`p.org_role is not distinct from ${role === 'guest' ? null : role}`]),
        ...wordsOf(q).map((word) => sql`(u.name || ' ' || u.email) ilike ${containing(word)}`),
        ...(after ? [sql`(${key}, u.id) ${sign} (${after.sort_key}, ${after.id})`] : []),
      ];
      const where = conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``;
      const found = await db.execute<PersonRow & Record<string, unknown>>(
        sql`with p as (${query.projectId === undefined ? inOrg(query) : inProject(query)})
          select u.id, u.name, u.email, u.avatar, u.sign_in_method, p.org_role, p.project_role,
            ${iso(sql`p.joined_at`)} as joined_at, ${iso(sql`u.seen_at`)} as seen_at,
            ${iso(sql`u.deactivated_at`)} as deactivated_at, ${key} as sort_key
          from p join "user" u on u.id = p.user_id ${where}
          order by ${key} ${direction}, u.id ${direction} limit ${limit}`,
      );
      return found.rows;
    },

    async usersByEmail(addresses) {
      if (addresses.length === 0) return [];
      const found = await db.execute<Pick<UserRow, 'id' | 'email' | 'verified_email'>>(
        sql`select id, email, verified_email from "user" where lower(email) in ${[...addresses]}`,
      );
      return found.rows;
    },
  };
}

/** ISO strings in UTC sort like the times. */
const iso = (time: SQL) =>
  sql`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const SORT_KEYS: Readonly<Record<PeopleQuery['sort'], SQL>> = {
  name: sql`lower(u.name)`,
  joined_at: iso(sql`p.joined_at`),
  last_active_at: sql`coalesce(${iso(sql`u.seen_at`)}, '')`,
};

/** Members, and guests: people who only have a role in some of its projects. */
function inOrg({ orgId }: PeopleQuery): SQL {
  return sql`select user_id, role as org_role, null as project_role, created_at as joined_at
      from org_member where org_id = ${orgId}
    union all
    select pm.user_id, null, null, min(pm.created_at)
      from project_member pm join project on project.id = pm.project_id and project.deleted_at is null
      where project.org_id = ${orgId} and not exists (
        select from org_member om where om.org_id = ${orgId} and om.user_id = pm.user_id)
      group by pm.user_id`;
}

/** Members, whose role is inherited, and whoever was given a role in the project. */
function inProject({ orgId, projectId }: PeopleQuery): SQL {
  return sql`select coalesce(om.user_id, pm.user_id) as user_id, om.role as org_role,
      pm.role as project_role, coalesce(pm.created_at, om.created_at) as joined_at
    from (select * from org_member where org_id = ${orgId}) om
    full join (select * from project_member where project_id = ${projectId}) pm
      on pm.user_id = om.user_id`;
}
