import { effectiveRole } from '#core/access/permissions.ts';
import type {
  Member,
  MemberProject,
  MemberRoleFilter,
  MemberSort,
  ProjectMember,
  Role,
} from '#generated/model/index.ts';
import { decodeCursor, type Page, type PageQuery, pageLimit, toPage } from '../paging.ts';
import type { Stores } from '../stores.ts';
import { toMemberUser } from '../user/user.service.ts';
import type { PeopleQuery, PersonRow } from './member.store.ts';

export type MemberQuery = PageQuery & { q?: string; sort?: MemberSort; role?: MemberRoleFilter };

/**
 * A page of people.
 * @throws ProblemError 400 `invalid_cursor`
 */
export async function listPeople(
  { member }: Pick<Stores, 'member'>,
  place: Pick<PeopleQuery, 'orgId' | 'projectId' | 'userId'>,
  { sort = 'name', ...query }: MemberQuery,
): Promise<Page<PersonRow>> {
  const limit = pageLimit(query);
  const after = decodeCursor(
    query.cursor,
    (keys): keys is { sort_key: string; id: string } =>
      typeof keys.sort_key === 'string' && typeof keys.id === 'string',
  );
  const found = await member.listPeople({
    ...place,
    q: query.q,
    role: query.role,
    sort: sort.replace('-', '') as PeopleQuery['sort'],
    descending: sort.startsWith('-'),
    after,
    limit: limit + 1,
  });
  const keysOf = ({ sort_key, id }: PersonRow) => ({ sort_key, id });
  const { rows, pagination } = toPage(found, limit, keysOf);
  return { results: rows, pagination };
}

/** The roles that people were given in an organisation's projects, by person. */
export async function projectRoles(
  { project }: Pick<Stores, 'project'>,
  orgId: string,
  userIds: readonly string[],
): Promise<Map<string, MemberProject[]>> {
  const projects = await project.projects.list({ where: { org_id: orgId }, order: ['name', 'id'] });
  const given = await project.members.list({
    where: { user_id: { in: userIds }, project_id: { in: projects.map(({ id }) => id) } },
    order: ['project_id', 'user_id'],
  });
  const byUser = Map.groupBy(given, ({ user_id }) => user_id);
  return new Map(
    userIds.map((userId) => {
      const roles = new Map(byUser.get(userId)?.map((row) => [row.project_id, row.role]));
      const own = projects.flatMap(({ id, name }) => {
        const role = roles.get(id);
        return role ? [{ id, name, role }] : [];
      });
      return [userId, own];
    }),
  );
}

export function toMember(row: PersonRow, projects: MemberProject[]): Member {
  const { org_role: role, joined_at, seen_at: last_active_at } = row;
  const { sign_in_method, deactivated_at } = row;
  const user = toMemberUser(row);
  return { user, role, projects, joined_at, last_active_at, sign_in_method, deactivated_at };
}

export function toProjectMember(row: PersonRow): ProjectMember {
  const { org_role, project_role, joined_at, seen_at: last_active_at } = row;
  // Everyone in the list has at least one of the two.
  const role = effectiveRole(org_role, project_role) as Role;
  return { user: toMemberUser(row), role, org_role, project_role, joined_at, last_active_at };
}
