import { atLeast, effectiveRole, roleChangePermissions } from '#core/access/permissions.ts';
import type {
  MembersUpdate,
  ProjectMember,
  ProjectMemberList,
  RemovalPreview,
  Role,
} from '#generated/model/index.ts';
import { requireAll } from '../authorise.ts';
import { noteRemoval } from '../capture/removed.ts';
import { DETAIL } from '../details.ts';
import type { Domain } from '../domain.ts';
import { invalidField, mustFind, notFound, ProblemError } from '../problem.ts';
import type { Stores } from '../stores.ts';
import { endBeforeAndAfter, leftBehind } from './left-behind/left-behind.ts';
import { unknownPeople } from './member.service.ts';
import { notifyOfRoles } from './notify-of-roles.ts';
import { listPeople, type MemberQuery, projectRoles, toProjectMember } from './people.ts';

/** A project, in its organisation. */
interface Place {
  orgId: string;
  projectId: string;
}

/** Who changes roles, and the error for unknown people. */
interface Changing {
  by: string;
  refuse: (unknown: readonly number[]) => Error;
}

/** Someone's role in the organisation, and the one given in the project. */
interface PersonRoles {
  userId: string;
  orgRole: Role | null;
  projectRole: Role | null;
}

/** The people with access to projects: members of the organisation, and guests. */
export function createProjectMemberService({ stores, access }: Pick<Domain, 'stores' | 'access'>) {
  async function find(place: Place, userId: string): Promise<ProjectMember> {
    const { results } = await listPeople(stores, { ...place, userId }, { page_limit: 1 });
    return toProjectMember(await mustFind(results[0]));
  }

  /** The people to change. @throws ProblemError when they are unknown, or when the caller may not change them */
  async function requireChange(
    all: Stores,
    place: Place,
    { user_ids, role }: MembersUpdate,
    { by, refuse }: Changing,
  ): Promise<PersonRoles[]> {
    const before = await rolesOf(all, place, user_ids);
    const unknown = user_ids.flatMap((id, at) => (before.has(id) ? [] : [at]));
    if (unknown.length > 0) throw refuse(unknown);
    const people = [...before.values()];
    for (const { orgRole } of people) {
      if (role !== null && orgRole !== null && !atLeast(role, orgRole))
        throw invalidField('/role', DETAIL.roleInherited(orgRole));
    }
    const { orgRole = null, projectRole = null } = (await rolesOf(all, place, [by])).get(by) ?? {};
    const needed = people.flatMap((person) =>
      roleChangePermissions(
        effectiveRole(person.orgRole, person.projectRole),
        effectiveRole(person.orgRole, role),
      ),
    );
    const roles = { orgRole, projectRole: effectiveRole(orgRole, projectRole) };
    requireAll(roles, 'project', needed);
    return people;
  }

  /** Changes the roles given in a project, and tells all caches. */
  async function change(place: Place, body: MembersUpdate, changing: Changing): Promise<void> {
    const { orgId, projectId } = place;
    const { user_ids, role } = body;
    await stores.transaction(async (all) => {
      // In the same order as changes of the organisation's roles, which these depend on.
      await mustFind(all.org.orgs.lock({ id: orgId }));
      const { members, projects } = all.project;
      const { name } = await mustFind(projects.find({ id: projectId }));
      const people = await requireChange(all, place, body, changing);
      await members.delete({ project_id: projectId, user_id: { in: user_ids } });
      const changes = people.map(({ userId, orgRole, projectRole }) => ({
        userId,
        from: effectiveRole(orgRole, projectRole),
        to: effectiveRole(orgRole, role),
      }));
      await notifyOfRoles(all, { id: projectId, name, isProject: true }, changes, changing.by);
      if (role === null) {
        const where = { project_id: projectId, user_id: { in: user_ids } };
        await all.share.shares.delete(where);
        await noteRemoval(all, access.hash, place, guestsAmong(people));
        return;
      }
      // What is inherited needs no row.
      const given = people.filter(({ orgRole }) => orgRole !== role);
      const created_at = new Date().toISOString();
      await members.insert(
        given.map(({ userId: user_id }) => ({ project_id: projectId, user_id, role, created_at })),
      );
    });
    for (const user of user_ids) await access.announce({ user });
  }

  /** Removes roles, with what those leave behind who lose access. */
  async function remove(
    place: Place,
    { user_ids, keep }: Pick<MembersUpdate, 'user_ids' | 'keep'>,
    changing: Changing,
  ): Promise<void> {
    const body = { user_ids, role: null };
    // Before anything ends.
    const guests = guestsAmong(await requireChange(stores, place, body, changing));
    const removing = () => change(place, body, changing);
    await endBeforeAndAfter({ stores, access }, place, guests, { keep, removing });
  }

  return {
    async list(place: Place, query: MemberQuery): Promise<ProjectMemberList> {
      const { results, pagination } = await listPeople(stores, place, query);
      return { results: results.map(toProjectMember), pagination };
    },

    /** @throws ProblemError 400 for less than the inherited role, 403, 404 */
    async update(place: Place, userId: string, role: Role, by: string): Promise<ProjectMember> {
      await change(place, { user_ids: [userId], role }, { by, refuse: notFound });
      return find(place, userId);
    },

    /** All or none. @throws ProblemError 400, 403 */
    updateAll(place: Place, body: MembersUpdate, by: string): Promise<void> {
      const changing = { by, refuse: unknownPeople };
      return body.role === null ? remove(place, body, changing) : change(place, body, changing);
    },

    /** @throws ProblemError 403, 404 for someone without a role of their own */
    async remove(place: Place, userId: string, by: string): Promise<void> {
      const own = { project_id: place.projectId, user_id: userId };
      await mustFind(stores.project.members.find(own));
      await remove(place, { user_ids: [userId] }, { by, refuse: notFound });
    },

    /** @throws ProblemError 403 for an inherited role */
    async leave(place: Place, userId: string): Promise<void> {
      const own = { project_id: place.projectId, user_id: userId };
      if (!(await stores.project.members.find(own)))
        throw new ProblemError(
          'forbidden',
          'Your role in this project comes from the organisation. Leave the organisation instead.',
        );
      const people = [...(await rolesOf(stores, place, [userId])).values()];
      const removing = async () => {
        await stores.transaction(async (all) => {
          await all.share.shares.delete(own);
          await all.project.members.delete(own);
        });
        await access.announce({ user: userId });
      };
      await endBeforeAndAfter({ stores, access }, place, guestsAmong(people), { removing });
    },

    /**
     * What ends and what stays when people are removed. Everybody may ask about themselves.
     * @throws ProblemError 400 for people who don't belong there, 403
     */
    async previewRemoval(
      place: Place,
      user_ids: readonly string[],
      by: string,
    ): Promise<RemovalPreview> {
      const isOwn = user_ids.every((id) => id === by);
      const changing = { by, refuse: unknownPeople };
      const people = isOwn
        ? [...(await rolesOf(stores, place, [by])).values()]
        : await requireChange(stores, place, { user_ids: [...user_ids], role: null }, changing);
      return leftBehind(stores, place, guestsAmong(people));
    },
  };
}

/** Those who lose access with their role in the project, because they inherit none. */
function guestsAmong(people: readonly PersonRoles[]): string[] {
  return people.filter(({ orgRole }) => orgRole === null).map(({ userId }) => userId);
}

/** The roles of people who belong to an organisation: in it, and the ones given in a project of it. */
async function rolesOf(
  { org, project }: Stores,
  { orgId, projectId }: Place,
  userIds: readonly string[],
): Promise<Map<string, PersonRoles>> {
  const where = { user_id: { in: userIds } };
  const members = await org.members.list({
    where: { ...where, org_id: orgId },
    order: ['user_id'],
  });
  const orgRoles = new Map(members.map(({ user_id, role }) => [user_id, role]));
  const given = await projectRoles({ project }, orgId, userIds);
  return new Map(
    userIds.flatMap((userId) => {
      const own = given.get(userId) ?? [];
      const orgRole = orgRoles.get(userId) ?? null;
      const projectRole = own.find((one) => one.id === projectId)?.role ?? null;
      return orgRole === null && own.length === 0
        ? []
        : [[userId, { userId, orgRole, projectRole }] as const];
    }),
  );
}
