import { effectiveRole } from '#core/access/permissions.ts';
import { RESTORE_DAYS } from '#core/limits.ts';
import type { DeletedProject, DeletedProjectList, Project, Role } from '#generated/model/index.ts';
import { requirePlan } from '../billing/plan-limits.ts';
import { DETAIL } from '../details.ts';
import type { Domain } from '../domain.ts';
import { listPage, type PageQuery } from '../paging.ts';
import { mustFind, notFound, ProblemError } from '../problem.ts';
import { toProject } from '../project/project.service.ts';
import type { ProjectRow } from '../project/project.tables.ts';
import type { Stores } from '../stores.ts';
import { IS_SET } from '../table.ts';
import { asView } from '../view.ts';
import { erasedAt, restorable, stopWork } from './end-work.ts';

/** What deleting needs. */
export type DeletionDomain = Pick<
  Domain,
  'model' | 'secrets' | 'stores' | 'access' | 'run' | 'runnables'
>;

/** The caller, and their role in the organisation. */
export interface Viewer {
  userId: string;
  orgRole: Role | null;
}

/** Deletes projects, which can be restored for 30 days. */
export function createProjectDeletionService(domain: DeletionDomain) {
  const { stores, access } = domain;

  /**
   * A deleted project that the caller may restore and erase: they are its owner. Nobody else sees it.
   * @throws ProblemError 404
   */
  async function mustOwn(
    within: Stores,
    orgId: string,
    id: string,
    { userId, orgRole }: Viewer,
  ): Promise<ProjectRow> {
    const where = { id, org_id: orgId, deleted_with_org: false, deleted_at: restorable() };
    const row = await mustFind(within.project.allProjects.lock(where));
    const own = await within.project.members.find({ project_id: id, user_id: userId });
    if (effectiveRole(orgRole, own?.role ?? null) !== 'owner') throw notFound();
    return row;
  }

  return {
    /**
     * All access to it ends at once, and whatever is running in it stops.
     * @throws ProblemError 409 `last_project`: an organisation is never without one
     */
    async delete(orgId: string, id: string, by: string): Promise<void> {
      await stores.transaction(async (all) => {
        const { org, project } = all;
        await org.orgs.lock({ id: orgId });
        const row = await mustFind(project.projects.lock({ id }));
        if ((await project.projects.count({ org_id: orgId })) <= 1) {
          throw new ProblemError('last_project', DETAIL.lastProject);
        }
        const deleted_at = new Date().toISOString();
        const change = { deleted_at, deleted_by_name: by, version: row.version + 1 };
        await project.projects.change({ id }, change);
      });
      // Guests may have lost the whole organisation.
      await access.announce({ org: orgId, project: id });
      await stopWork(stores, [id]);
      await (await cancelRuns(domain))([id]);
    },

    /** The deleted projects that the caller may restore, most recently deleted first. */
    async list(orgId: string, viewer: Viewer, query: PageQuery): Promise<DeletedProjectList> {
      const { allProjects, members } = stores.project;
      const owned = { user_id: viewer.userId, role: 'owner' } as const;
      const own = await members.list({ where: owned, order: ['project_id'] });
      const onlyOwn = viewer.orgRole !== 'owner' && {
        id: { in: own.map(({ project_id }) => project_id) },
      };
      return listPage(
        allProjects,
        {
          where: {
            org_id: orgId,
            deleted_with_org: false,
            deleted_at: restorable(),
            ...onlyOwn,
          },
          sort: '-deleted_at',
        },
        query,
        toDeletedProject,
      );
    },

    /**
     * If its name is taken, it gets another one.
     * @throws ProblemError 404, 409 `limit_reached`
     */
    async restore(orgId: string, id: string, viewer: Viewer): Promise<Project> {
      const restored = await stores.transaction(async (all) => {
        await mustFind(all.org.orgs.lock({ id: orgId }));
        const row = await mustOwn(all, orgId, id, viewer);
        const { allProjects, projects } = all.project;
        const count = await projects.count({ org_id: orgId });
        await requirePlan(all, orgId, 'projects', count + 1);
        const others = await projects.list({ where: { org_id: orgId } });
        const name = freeName(
          row.name,
          others.map((other) => other.name),
        );
        const change = { name, deleted_at: null, deleted_by_name: null, version: row.version + 1 };
        await allProjects.change({ id }, change);
        return { ...row, ...change };
      });
      await access.announce({ org: orgId, project: id });
      const own = await stores.project.members.find({ project_id: id, user_id: viewer.userId });
      return toProject(restored, effectiveRole(viewer.orgRole, own?.role ?? null));
    },

    /**
     * Only owners of the organisation erase: owners of the project alone may be guests, and what they delete can be
     * restored.
     * @throws ProblemError 403, 404
     */
    async erase(orgId: string, id: string, viewer: Viewer): Promise<void> {
      await stores.transaction(async (all) => {
        await mustOwn(all, orgId, id, viewer);
        if (viewer.orgRole !== 'owner')
          throw new ProblemError('forbidden', DETAIL.projectEraseOwners);
        await all.project.allProjects.delete({ id, deleted_at: IS_SET });
      });
    },
  };
}

/** The name, or the first numbered one that nobody has, regardless of case. */
export function freeName(name: string, taken: readonly string[]): string {
  const known = new Set(taken.map((other) => other.toLowerCase()));
  for (let number = 1; ; number += 1) {
    const suffix = number === 1 ? '' : ` (${number})`;
    const candidate = name.slice(0, 120 - suffix.length) + suffix;
    if (!known.has(candidate.toLowerCase())) return candidate;
  }
}

/** Loaded when it is needed, since lists need no runs. */
export async function cancelRuns(
  domain: DeletionDomain,
): Promise<(projectIds: readonly string[]) => Promise<void>> {
  const { createRunService } = await import('../run/run.service.ts');
  const runs = createRunService(domain);
  return async (projectIds) => {
    for (const id of projectIds) await runs.cancelAll(id);
  };
}

function toDeletedProject(row: ProjectRow): DeletedProject {
  const deleted_at = row.deleted_at ?? '';
  const deleted_by_name = row.deleted_by_name ?? '';
  const erased_at = erasedAt(deleted_at, RESTORE_DAYS);
  return asView('DeletedProject', row, { deleted_at, deleted_by_name, erased_at });
}
