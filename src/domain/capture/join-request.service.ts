import { atLeast } from '#core/access/permissions.ts';
import type { JoinApproval, JoinRequest, JoinRequestList } from '#generated/model/index.ts';
import type { Domain } from '../domain.ts';
import { namedProjects } from '../invitation/invitation-views.ts';
import { checkInvitedRoles } from '../invitation/invited-roles.ts';
import { notify } from '../notification/notify.ts';
import { listViews, type PageQuery } from '../paging.ts';
import type { UserPrincipal } from '../principal.ts';
import { mustFind } from '../problem.ts';
import type { Stores } from '../stores.ts';
import { toMemberUser } from '../user/user.service.ts';
import { vouch } from '../user/vouch.ts';
import type { JoinRequestRow } from './capture.tables.ts';
import { forgetNews } from './join.service.ts';
import { giveRoles, rolesGivenBy } from './joining.ts';

/** Requests to join an organisation, for the people who may approve them. */
export function createJoinRequestService({ stores, access }: Pick<Domain, 'stores' | 'access'>) {
  return {
    /** Newest first. */
    async list(orgId: string, query: PageQuery): Promise<JoinRequestList> {
      const options = { where: { org_id: orgId, declined_at: null }, descending: true };
      const { requests } = stores.capture;
      return listViews(requests, options, query, (rows) => toJoinRequests(stores, rows));
    },

    /** @throws ProblemError 400, 403 if the caller may not give the roles, 404, 409 `limit_reached` */
    async approve(
      { id, org_id: orgId }: JoinRequestRow,
      { role, projects }: JoinApproval,
      by: UserPrincipal,
    ): Promise<void> {
      const { user_id } = await stores.transaction(async (all) => {
        const org = await mustFind(all.org.orgs.lock({ id: orgId }));
        const row = await mustFind(lockOpen(all, id));
        const domain = await mustFind(all.capture.domains.find({ id: row.domain_id }));
        const offered = rolesGivenBy({ role: role ?? domain.role, projects: domain.projects });
        const named = (await namedProjects(all, [domain]))(domain).map((one) => one.id);
        // A role in the organisation is inherited by all projects.
        const chosen =
          projects ??
          domain.projects.filter(
            (one) => named.includes(one.project_id) && !atLeast(offered.role, one.role),
          );
        const roles = { ...offered, projects: chosen };
        await checkInvitedRoles(all, orgId, by.userId, roles);
        await giveRoles(all, orgId, row.user_id, roles);
        await vouch(all, { userId: row.user_id, orgId, by: by.userId });
        await forgetNews(all, orgId, id);
        const [first] = roles.projects;
        await notify(all, [row.user_id], {
          event: 'added',
          facts: { by: by.name, place: org.name, role: roles.role ?? 'guest' },
          ref: `role ${orgId}`,
          path:
            roles.role === null && first
              ? `/projects/${first.project_id}/tasks`
              : `/orgs/${orgId}/settings/people`,
        });
        return row;
      });
      await access.announce({ user: user_id });
    },

    /** @throws ProblemError 404 */
    async decline({ id, org_id: orgId }: JoinRequestRow): Promise<void> {
      await stores.transaction(async (all) => {
        const { name } = await mustFind(all.org.orgs.find({ id: orgId }));
        const { user_id } = await mustFind(lockOpen(all, id));
        await all.capture.requests.change({ id }, { declined_at: new Date().toISOString() });
        await forgetNews(all, orgId, id);
        await notify(all, [user_id], { event: 'join_declined', facts: { place: name }, ref: id });
      });
    },
  };
}

function lockOpen({ capture }: Stores, id: string) {
  return capture.requests.lock({ id, declined_at: null });
}

async function toJoinRequests(
  stores: Pick<Stores, 'capture' | 'project' | 'user'>,
  rows: readonly JoinRequestRow[],
): Promise<JoinRequest[]> {
  const among = (ids: readonly string[]) => ({ where: { id: { in: ids } } });
  const [domains, users] = await Promise.all([
    stores.capture.domains.list(among(rows.map(({ domain_id }) => domain_id))),
    stores.user.users.list(among(rows.map(({ user_id }) => user_id))),
  ]);
  const projectsOf = await namedProjects(stores, domains);
  return rows.flatMap(({ id, user_id, domain_id, created_at }) => {
    const user = users.find((one) => one.id === user_id);
    const domain = domains.find((one) => one.id === domain_id);
    if (!user || !domain) return [];
    const place = { domain: domain.domain, role: domain.role, projects: projectsOf(domain) };
    return { id, ...place, user: toMemberUser(user), created_at };
  });
}
