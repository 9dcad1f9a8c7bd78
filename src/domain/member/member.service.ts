import { atLeast, ROLES, roleChangePermissions } from '#core/access/permissions.ts';
import type {
  Member,
  MemberList,
  MembersUpdate,
  RemovalPreview,
  Role,
} from '#generated/model/index.ts';
import { requireAll } from '../authorise.ts';
import { requirePlan } from '../billing/plan-limits.ts';
import { noteRemoval } from '../capture/removed.ts';
import { DETAIL } from '../details.ts';
import type { Domain } from '../domain.ts';
import { invalidField, invalidRequest, mustFind, notFound, ProblemError } from '../problem.ts';
import type { Stores } from '../stores.ts';
import { endBeforeAndAfter, leftBehind } from './left-behind/left-behind.ts';
import { notifyOfRoles } from './notify-of-roles.ts';
import { listPeople, type MemberQuery, projectRoles, toMember } from './people.ts';

/** The caller, and their role in the organisation. */
interface Viewer {
  userId: string;
  orgRole: Role | null;
}

/** Who changes roles: nobody for someone who leaves, which needs no permission. And the error for unknown people. */
interface Changing {
  by?: string;
  refuse: (unknown: readonly number[]) => Error;
}

/** The people of organisations. Every change locks the organisation, so that there is always an owner left. */
export function createMemberService({ stores, access }: Pick<Domain, 'stores' | 'access'>) {
  async function find(orgId: string, userId: string): Promise<Member> {
    const { results } = await listPeople(stores, { orgId, userId }, { page_limit: 1 });
    const row = await mustFind(results[0]);
    const projects = await projectRoles(stores, orgId, [userId]);
    return toMember(row, projects.get(userId) ?? []);
  }

  /** The people to change. @throws ProblemError when they are unknown, or when the caller may not change them */
  async function requireChange(
    all: Stores,
    orgId: string,
    { user_ids, role }: MembersUpdate,
    { by, refuse }: Changing,
  ): Promise<Standing[]> {
    const before = await standings(all, orgId, user_ids);
    const unknown = user_ids.flatMap((id, at) => (before.has(id) ? [] : [at]));
    if (unknown.length > 0) throw refuse(unknown);
    const people = [...before.values()];
    if (by !== undefined) {
      const caller = await all.org.members.find({ org_id: orgId, user_id: by });
      const needed = people.flatMap((person) => permissionsFor(person, role));
      requireAll({ orgRole: caller?.role ?? null, projectRole: null }, 'organization', needed);
    }
    return people;
  }

  /** Changes roles, and tells all caches. */
  async function change(orgId: string, body: MembersUpdate, changing: Changing): Promise<void> {
    const { user_ids, role } = body;
    await stores.transaction(async (all) => {
      const org = await mustFind(all.org.orgs.lock({ id: orgId }));
      const before = await requireChange(all, orgId, body, changing);
      if (role === null) {
        await removeAll(all, orgId, user_ids);
        // Who leaves can come back by their email domain; who is removed can't.
        if (changing.by !== undefined) await noteRemoval(all, access.hash, { orgId }, user_ids);
      } else await giveRole(all, orgId, before, role);
      await requireOwner(all, orgId);
      const changes = before.map(({ userId, role: from }) => ({ userId, from, to: role }));
      await notifyOfRoles(all, { id: orgId, name: org.name }, changes, changing.by);
    });
    for (const user of user_ids) await access.announce({ user });
  }

  /** Removes people, with what they leave behind. */
  async function remove(
    orgId: string,
    { user_ids, keep }: Pick<MembersUpdate, 'user_ids' | 'keep'>,
    changing: Changing,
  ): Promise<void> {
    const body = { user_ids, role: null };
    // Before anything ends.
    await requireChange(stores, orgId, body, changing);
    await requireOtherOwner(stores, orgId, user_ids);
    const removing = () => change(orgId, body, changing);
    await endBeforeAndAfter({ stores, access }, { orgId }, user_ids, { keep, removing });
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
    updateAll(orgId: string, body: MembersUpdate, by: string): Promise<void> {
      const changing = { by, refuse: unknownPeople };
      return body.role === null ? remove(orgId, body, changing) : change(orgId, body, changing);
    },

    /** @throws ProblemError 403, 404, 409 `last_owner` */
    remove: (orgId: string, userId: string, by: string): Promise<void> =>
      remove(orgId, { user_ids: [userId] }, { by, refuse: notFound }),

    /** @throws ProblemError 409 `last_owner` */
    leave: (orgId: string, userId: string): Promise<void> =>
      remove(orgId, { user_ids: [userId] }, { refuse: notFound }),

    /**
     * What ends and what stays when people are removed. Everybody may ask about themselves.
     * @throws ProblemError 400 for people who don't belong there, 403
     */
    async previewRemoval(
      orgId: string,
      user_ids: readonly string[],
      by: string,
    ): Promise<RemovalPreview> {
      const isOwn = user_ids.every((id) => id === by);
      const changing = { ...(!isOwn && { by }), refuse: unknownPeople };
      await requireChange(stores, orgId, { user_ids: [...user_ids], role: null }, changing);
      return leftBehind(stores, { orgId }, user_ids);
    },

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

/** @throws ProblemError 409 `last_owner` if none is left without these people */
async function requireOtherOwner(
  { org }: Stores,
  org_id: string,
  userIds: readonly string[],
): Promise<void> {
  const where = { org_id, role: 'owner' as const };
  const owners = await org.members.list({ where, order: ['user_id'] });
  if (owners.every(({ user_id }) => userIds.includes(user_id)))
    throw new ProblemError('last_owner', DETAIL.lastOwner);
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
