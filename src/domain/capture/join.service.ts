import { domainOf } from '#core/email/domain.ts';
import type { JoinableOrgList, JoinedOrg } from '#generated/model/index.ts';
import type { Domain } from '../domain.ts';
import { requireRoomForMembers } from '../member/member.service.ts';
import type { UserPrincipal } from '../principal.ts';
import { mustFind, notFound } from '../problem.ts';
import type { Stores } from '../stores.ts';
import { IS_SET } from '../table.ts';

/** What people of an organisation's email domain can do. */
export function createJoinService({ stores, access }: Pick<Domain, 'stores' | 'access'>) {
  return {
    async list(by: UserPrincipal): Promise<JoinableOrgList> {
      const found = await joinable(stores, by);
      const results = found
        ? [
            {
              org_id: found.org.id,
              org_name: found.org.name,
              domain: found.row.domain,
              role: found.row.role,
            },
          ]
        : [];
      return { results, pagination: { has_next: false, next_cursor: null } };
    },

    /** @throws ProblemError 404 unless they can, 409 `limit_reached` */
    async join(orgId: string, by: UserPrincipal): Promise<JoinedOrg> {
      const joined = await stores.transaction(async (all) => {
        await mustFind(all.org.orgs.lock({ id: orgId }));
        const found = await joinable(all, by);
        if (found?.org.id !== orgId) throw notFound();
        const { role } = found.row;
        const created_at = new Date().toISOString();
        await all.org.members.insert({ org_id: orgId, user_id: by.userId, role, created_at });
        await requireRoomForMembers(all.org, orgId);
        const where = { org_id: orgId };
        const [project] = await all.project.projects.list({ where, limit: 1 });
        return { org_id: orgId, project_id: project?.id ?? '' };
      });
      await access.announce({ user: by.userId });
      return joined;
    },
  };
}

/** The organisation that has verified the domain of somebody's verified address, if they may join it. */
async function joinable(
  { capture, org }: Pick<Stores, 'capture' | 'org'>,
  { userId: user_id, email, isVerified }: UserPrincipal,
) {
  const domain = isVerified === true ? domainOf(email) : undefined;
  if (domain === undefined) return undefined;
  const row = await capture.domains.find({ domain, verified_at: IS_SET });
  const found = row && (await org.orgs.find({ id: row.org_id }));
  if (!found) return undefined;
  const who = { org_id: row.org_id, user_id };
  const [member, block] = await Promise.all([org.members.find(who), capture.blocks.find(who)]);
  return member || block ? undefined : { row, org: found };
}
