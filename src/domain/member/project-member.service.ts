import { atLeast, effectiveRole, roleChangePermissions } from '#core/access/permissions.ts';
import type {
  MembersUpdate,
  ProjectMember,
  ProjectMemberList,
  Role,
} from '#generated/model/index.ts';
import { requireAll } from '../authorise.ts';
import { DETAIL } from '../details.ts';
import type { Domain } from '../domain.ts';
import { invalidField, mustFind, notFound, ProblemError } from '../problem.ts';
import type { Stores } from '../stores.ts';
import { unknownPeople } from './member.service.ts';
import { notifyOfRoles } from './notify-of-roles.ts';
import { listPeople, type MemberQuery, projectRoles, toProjectMember } from './people.ts';

/** A project, in its organisation. */
interface Place {
  orgId: string;
  projectId: string;
}

/** The people with access to projects: members of the organisation, and guests. */
export function createProjectMemberService({ stores, access }: Pick<Domain, 'stores' | 'access'>) {
  async function find(place: Place, userId: string): Promise<ProjectMember> {
    const { results } = await listPeople(stores, { ...place, userId }, { page_limit: 1 });
    return toProjectMember(await mustFind(results[0]));
  }

  /** Changes the roles given in a project, and tells all caches. */
  async function change(
    { orgId, projectId }: Place,
    { user_ids, role }: MembersUpdate,
    { by, refuse }: { by: string; refuse: (unknown: readonly number[]) => Error },
  ): Promise<void> {
    await stores.transaction(async (all) => {
      // In the same order as changes of the organisation's roles, which these depend on.
      await mustFind(all.org.orgs.lock({ id: orgId }));
      const { members, projects } = all.project;
      const { name } = await mustFind(projects.find({ id: projectId }));
      const caller = await rolesOf(all, { orgId, projectId }, [by]);
      const before = await rolesOf(all, { orgId, projectId }, user_ids);
      const unknown = user_ids.flatMap((id, at) => (before.has(id) ? [] : [at]));
      if (unknown.length > 0) throw refuse(unknown);
      for (const { orgRole } of before.values()) {
        if (role !== null && orgRole !== null && !atLeast(role, orgRole))
          throw invalidField('/role', DETAIL.roleInherited(orgRole));
      }
      const { orgRole = null, projectRole = null } = caller.get(by) ?? {};
      const needed = [...before.values()].flatMap((person) =>
        roleChangePermissions(
          effectiveRole(person.orgRole, person.projectRole),
          effectiveRole(person.orgRole, role),
        ),
      );
      const roles = { orgRole, projectRole: effectiveRole(orgRole, projectRole) };
      requireAll(roles, 'project', needed);
      await members.delete({ project_id: projectId, user_id: { in: user_ids } });
      // What is inherited needs no row.
      const given = user_ids.filter((id) => role !== null && before.get(id)?.orgRole !== role);
      const created_at = new Date().toISOString();
      const changes = [...before].map(([userId, { orgRole, projectRole }]) => ({
        userId,
        from: effectiveRole(orgRole, projectRole),
        to: effectiveRole(orgRole, role),
      }));
      await notifyOfRoles(all, { id: projectId, name, isProject: true }, changes, by);
      if (role === null) {
        const where = { project_id: projectId, user_id: { in: user_ids } };
        await all.share.shares.delete(where);
        return;
      }
      await members.insert(
        given.map((user_id) => ({ project_id: projectId, user_id, role, created_at })),
      );
    });
    for (const user of user_ids) await access.announce({ user });
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
    updateAll: (place: Place, body: MembersUpdate, by: string): Promise<void> =>
      change(place, body, { by, refuse: unknownPeople }),

    /** @throws ProblemError 403, 404 for someone without a role of their own */
    async remove(place: Place, userId: string, by: string): Promise<void> {
      const own = { project_id: place.projectId, user_id: userId };
      await mustFind(stores.project.members.find(own));
      await change(place, { user_ids: [userId], role: null }, { by, refuse: notFound });
    },

    /** @throws ProblemError 403 for an inherited role */
    async leave({ projectId }: Place, userId: string): Promise<void> {
      const own = { project_id: projectId, user_id: userId };
      const left = await stores.transaction(async (all) => {
        await all.share.shares.delete(own);
        return all.project.members.delete(own);
      });
      if (left === 0)
        throw new ProblemError(
          'forbidden',
          'Your role in this project comes from the organisation. Leave the organisation instead.',
        );
      await access.announce({ user: userId });
    },
  };
}

/** The roles of people who belong to an organisation: in it, and the ones given in a project of it. */
async function rolesOf(
  { org, project }: Stores,
  { orgId, projectId }: Place,
  userIds: readonly string[],
): Promise<Map<string, { orgRole: Role | null; projectRole: Role | null }>> {
  const where = { user_id: { in: userIds } };
  const members = await org.members.list({
    where: { ...where, org_id: orgId },
    order: ['user_id'],
  });
  const orgRoles = new Map(members.map(({ user_id, role }) => [user_id, role]));
  const given = await projectRoles({ project }, orgId, userIds);
  return new Map(
    userIds.flatMap((id) => {
      const own = given.get(id) ?? [];
      const orgRole = orgRoles.get(id) ?? null;
      const projectRole = own.find((one) => one.id === projectId)?.role ?? null;
      return orgRole === null && own.length === 0 ? [] : [[id, { orgRole, projectRole }] as const];
    }),
  );
}
