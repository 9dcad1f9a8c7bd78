import { atLeast, ROLES, roleChangePermissions } from '#core/access/permissions.ts';
import type { Member, MemberList, MembersUpdate, Role } from '#generated/model/index.ts';
import { requireAll } from '../authorise.ts';
import { requirePlan } from '../billing/plan-limits.ts';
import { DETAIL } from '../details.ts';
import type { Domain } from '../domain.ts';
import { invalidField, invalidRequest, mustFind, notFound, ProblemError } from '../problem.ts';
import type { Stores } from '../stores.ts';
import { notifyOfRoles } from './notify-of-roles.ts';
import { listPeople, type MemberQuery, projectRoles, toMember } from './people.ts';

/** The caller, and their role in the organisation. */
interface Viewer {
  userId: string;
  orgRole: Role | null;
}

/** The people of organisations. Every change locks the organisation, so that there is always an owner left. */
export function createMemberService({ stores, access }: Pick<Domain, 'stores' | 'access'>) {
  async function find(orgId: string, userId: string): Promise<Member> {
    const { results } = await listPeople(stores, { orgId, userId }, { page_limit: 1 });
    const row = await mustFind(results[0]);
    const projects = await projectRoles(stores, orgId, [userId]);
    return toMember(row, projects.get(userId) ?? []);
  }

  /** Changes roles, and tells all caches. `by` is absent for someone who leaves, which needs no permission. */
  async function change(
    orgId: string,
    { user_ids, role }: MembersUpdate,
    options: { by?: string; refuse: (unknown: readonly number[]) => Error },
  ): Promise<void> {
    await stores.transaction(async (all) => {
      const org = await mustFind(all.org.orgs.lock({ id: orgId }));
      const before = await standings(all, orgId, user_ids);
      const unknown = user_ids.flatMap((id, at) => (before.has(id) ? [] : [at]));
      if (unknown.length > 0) throw options.refuse(unknown);
      if (options.by !== undefined) {
        const by = await all.org.members.find({ org_id: orgId, user_id: options.by });
        const needed = [...before.values()].flatMap((person) => permissionsFor(person, role));
        requireAll({ orgRole: by?.role ?? null, projectRole: null }, 'organization', needed);
      }
      if (role === null) {
        await removeAll(all, orgId, user_ids);
        // Who leaves can come back by their email domain; who is removed can't.
        if (options.by !== undefined) await blockJoining(all, orgId, user_ids);
      } else await giveRole(all, orgId, [...before.values()], role);
      await requireOwner(all, orgId);
      const changes = [...before.values()].map(({ userId, role: from }) => ({
        userId,
        from,
        to: role,
      }));
      await notifyOfRoles(all, { id: orgId, name: org.name }, changes, options.by);
    });
    for (const user of user_ids) await access.announce({ user });
  }

  return {
    /** Guests see only themselves, since only projects are shared with them. */
    async list(
      orgId: string,
      { userId, orgRole }: Viewer,
      query: MemberQuery,
    ): Promise<MemberList> {
      const place = { orgId, ...(orgRole === null && { userId }) };
      const { results, pagination } = await listPeople(stores, place, query);
      const ids = results.map(({ id }) => id);
      const projects = await projectRoles(stores, orgId, ids);
      return {
        results: results.map((row) => toMember(row, projects.get(row.id) ?? [])),
        pagination,
      };
    },

    /** @throws ProblemError 403, 404, 409 `last_owner`, `limit_reached` */
    async update(orgId: string, userId: string, role: Role, by: string): Promise<Member> {
      await change(orgId, { user_ids: [userId], role }, { by, refuse: notFound });
      return find(orgId, userId);
    },

    /** All or none. @throws ProblemError 400, 403, 409 `last_owner`, `limit_reached` */
    updateAll: (orgId: string, body: MembersUpdate, by: string): Promise<void> =>
      change(orgId, body, { by, refuse: unknownPeople }),

    /** @throws ProblemError 403, 404, 409 `last_owner` */
    remove: (orgId: string, userId: string, by: string): Promise<void> =>
      change(orgId, { user_ids: [userId], role: null }, { by, refuse: notFound }),

    /** @throws ProblemError 409 `last_owner` */
    leave: (orgId: string, userId: string): Promise<void> =>
      change(orgId, { user_ids: [userId], role: null }, { refuse: notFound }),

    /** @throws ProblemError 400 unless the new owner is another member, 403 */
    async transfer(orgId: string, to: string, by: string): Promise<void> {
      if (to === by) throw invalidField('/user_id', 'You already own the organisation');
      await stores.transaction(async (all) => {
        const { orgs, members } = all.org;
        const org = await mustFind(orgs.lock({ id: orgId }));
        const owner = await members.find({ org_id: orgId, user_id: by });
        const orgRole = owner?.role ?? null;
        requireAll({ orgRole, projectRole: null }, 'organization', ['remove_owner', 'add_owner']);
        const next = await members.find({ org_id: orgId, user_id: to });
        if (!next) throw invalidField('/user_id', DETAIL.personUnknown);
        await members.change({ org_id: orgId, user_id: to }, { role: 'owner' });
        await members.change({ org_id: orgId, user_id: by }, { role: 'editor' });
        await notifyOfRoles(all, org, [{ userId: to, from: next.role, to: 'owner' }], by);
      });
      for (const user of [to, by]) await access.announce({ user });
    },
  };
}

/** Someone's roles in an organisation and in its projects. */
interface Standing {
  userId: string;
  role: Role | null;
  projectRoles: Role[];
}

/** The people who belong to an organisation, as members or guests, among those given. */
async function standings(
  { org, project }: Stores,
  orgId: string,
  userIds: readonly string[],
): Promise<Map<string, Standing>> {
  const members = await org.members.list({
    where: { org_id: orgId, user_id: { in: userIds } },
    order: ['user_id'],
  });
  const given = await projectRoles({ project }, orgId, userIds);
  const roles = new Map(members.map(({ user_id, role }) => [user_id, role]));
  const found = userIds.map((userId): Standing => {
    const own = given.get(userId) ?? [];
    return { userId, role: roles.get(userId) ?? null, projectRoles: own.map(({ role }) => role) };
  });
  const belongs = ({ role, projectRoles }: Standing) => role !== null || projectRoles.length > 0;
  return new Map(found.filter(belongs).map((person) => [person.userId, person]));
}

/** Removing someone also removes their roles in projects, which may be higher. */
function permissionsFor({ role, projectRoles }: Standing, to: Role | null) {
  const roles = to === null ? [role, ...projectRoles] : [role];
  return roles.flatMap((from) => roleChangePermissions(from, to));
}

async function removeAll(
  { org, project, share }: Stores,
  orgId: string,
  userIds: readonly string[],
): Promise<void> {
  const projects = await project.allProjects.list({ where: { org_id: orgId } });
  const project_id = { in: projects.map(({ id }) => id) };
  await project.members.delete({ project_id, user_id: { in: userIds } });
  await org.members.delete({ org_id: orgId, user_id: { in: userIds } });
  await share.shares.delete({ org_id: orgId, user_id: { in: userIds } });
}

async function blockJoining({ capture }: Stores, orgId: string, userIds: readonly string[]) {
  const created_at = new Date().toISOString();
  for (const user_id of userIds) await capture.blocks.put({ org_id: orgId, user_id, created_at });
}

/** @throws ProblemError 409 `limit_reached` */
async function giveRole(
  stores: Stores,
  orgId: string,
  people: readonly Standing[],
  role: Role,
): Promise<void> {
  const { org, project, capture } = stores;
  const members = people.filter((person) => person.role !== null).map(({ userId }) => userId);
  await org.members.change({ org_id: orgId, user_id: { in: members } }, { role });
  const guests = people.filter((person) => person.role === null);
  const created_at = new Date().toISOString();
  await org.members.insert(
    guests.map(({ userId }) => ({ org_id: orgId, user_id: userId, role, created_at })),
  );
  const asking = { org_id: orgId, user_id: { in: guests.map(({ userId }) => userId) } };
  await capture.requests.delete(asking);
  if (guests.length > 0) await requireRoomForMembers(stores, orgId);
  // A role in a project is never lower than the inherited one.
  const projects = await project.allProjects.list({ where: { org_id: orgId } });
  await project.members.delete({
    project_id: { in: projects.map(({ id }) => id) },
    user_id: { in: people.map(({ userId }) => userId) },
    role: { in: ROLES.filter((other) => !atLeast(other, role)) },
  });
}

/** @throws ProblemError 409 `limit_reached` if there are more members than allowed */
export async function requireRoomForMembers(
  stores: Pick<Stores, 'org' | 'billing'>,
  orgId: string,
): Promise<void> {
  const count = await stores.org.members.count({ org_id: orgId });
  await requirePlan(stores, orgId, 'members', count);
}

async function requireOwner({ org }: Stores, orgId: string): Promise<void> {
  if ((await org.members.count({ org_id: orgId, role: 'owner' })) === 0)
    throw new ProblemError('last_owner', DETAIL.lastOwner);
}

/** A 400 for people who don't belong to the organisation. */
export function unknownPeople(at: readonly number[]): ProblemError {
  return invalidRequest(
    at.map((index) => ({ pointer: `/user_ids/${index}`, message: DETAIL.personUnknown })),
  );
}
