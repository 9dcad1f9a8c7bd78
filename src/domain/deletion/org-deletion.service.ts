import { ORGS_MAX, RESTORE_DAYS } from '#core/limits.ts';
import type { DeletedOrg, DeletedOrgList, Org } from '#generated/model/index.ts';
import { checkSoon } from '../billing/subscription/reconcile.ts';
import { DETAIL } from '../details.ts';
import { ownedBy, toOrg } from '../org/org.service.ts';
import type { OrgRow } from '../org/org.tables.ts';
import { listPage, type PageQuery } from '../paging.ts';
import { mustFind, ProblemError } from '../problem.ts';
import type { Stores } from '../stores.ts';
import { IS_SET } from '../table.ts';
import { asView } from '../view.ts';
import { erasedAt, restorable, stopWork } from './end-work.ts';
import { cancelRuns, type DeletionDomain } from './project-deletion.service.ts';

/** Deletes organisations, which can be restored for 30 days. */
export function createOrgDeletionService(domain: DeletionDomain) {
  const { stores, access } = domain;

  /**
   * A deleted organisation that the caller owns. Nobody else knows about it.
   * @throws ProblemError 404
   */
  async function mustOwn({ org }: Stores, id: string, userId: string): Promise<OrgRow> {
    await mustFind(org.members.find({ org_id: id, user_id: userId, role: 'owner' }));
    return mustFind(org.allOrgs.lock({ id, deleted_at: restorable() }));
  }

  return {
    /** All access to it and to its projects ends at once, and whatever is running in them stops. */
    async delete(id: string, by: string): Promise<void> {
      const projectIds = await stores.transaction(async (all) => {
        const { org, project } = all;
        const row = await mustFind(org.orgs.lock({ id }));
        const deletion = { deleted_at: new Date().toISOString(), deleted_by_name: by };
        await org.orgs.change({ id }, { ...deletion, version: row.version + 1 });
        const projects = await project.projects.list({ where: { org_id: id } });
        const ids = projects.map((one) => one.id);
        // Whatever is in a project only asks whether the project is deleted.
        await project.projects.change({ org_id: id }, { ...deletion, deleted_with_org: true });
        await checkSoon(all, id);
        return ids;
      });
      await access.announce({ org: id });
      for (const project of projectIds) await access.announce({ project });
      await stopWork(stores, projectIds);
      await (await cancelRuns(domain))(projectIds);
    },

    /** The deleted organisations that the caller may restore, most recently deleted first. */
    async list(userId: string, query: PageQuery): Promise<DeletedOrgList> {
      const { allOrgs } = stores.org;
      const where = { id: { in: await ownedBy(stores, userId) }, deleted_at: restorable() };
      return listPage(allOrgs, { where, sort: '-deleted_at' }, query, toDeletedOrg);
    },

    /** @throws ProblemError 404, 409 `limit_reached` */
    async restore(id: string, userId: string): Promise<Org> {
      const restored = await stores.transaction(async (all) => {
        const { org, project, user } = all;
        await user.users.lock({ id: userId });
        const row = await mustOwn(all, id, userId);
        const owned = { id: { in: await ownedBy(all, userId) } };
        if ((await org.orgs.count(owned)) >= ORGS_MAX)
          throw new ProblemError('limit_reached', DETAIL.orgLimit(ORGS_MAX));
        const restoration = { deleted_at: null, deleted_by_name: null };
        await project.allProjects.change(
          { org_id: id, deleted_with_org: true },
          { ...restoration, deleted_with_org: false },
        );
        const change = { ...restoration, version: row.version + 1 };
        await org.allOrgs.change({ id }, change);
        return { ...row, ...change };
      });
      await access.announce({ org: id });
      return toOrg(restored, 'owner');
    },

    /** @throws ProblemError 404 */
    async erase(id: string, userId: string): Promise<void> {
      await stores.transaction(async (all) => {
        await mustOwn(all, id, userId);
        await all.org.allOrgs.delete({ id, deleted_at: IS_SET });
      });
    },
  };
}

function toDeletedOrg(row: OrgRow): DeletedOrg {
  const deleted_at = row.deleted_at ?? '';
  const deleted_by_name = row.deleted_by_name ?? '';
  const erased_at = erasedAt(deleted_at, RESTORE_DAYS);
  return asView('DeletedOrg', row, { deleted_at, deleted_by_name, erased_at });
}
