import { effectiveRole } from '#core/access/permissions.ts';
import { placesIn } from '#domain/access/places.ts';
import type { StandingPort } from '#domain/authorise.ts';
import type { Stores } from '#domain/stores.ts';
import type { Store } from '../store.ts';

/** Looks up roles in the tables. */
export function createMockStanding(store: Store, stores: Stores): StandingPort {
  return {
    async of(userId, orgId, projectId = '') {
      const { org, org_member, project, project_member, share } = store.data.tables;
      if (!Object.hasOwn(org, orgId) || org[orgId]?.deleted_at !== null) return undefined;
      const isIn = (id: string) => project[id]?.org_id === orgId && project[id].deleted_at === null;
      const orgRole = org_member[`${orgId} ${userId}`]?.role ?? null;
      const projectExists = isIn(projectId);
      const ownRole = project_member[`${projectId} ${userId}`]?.role ?? null;
      const isShared = Object.values(project_member).some(
        (member) => member.user_id === userId && isIn(member.project_id),
      );
      const shares = Object.values(share).filter(
        (one) =>
          one.user_id === userId &&
          projectExists &&
          one.project_id === projectId &&
          one.org_id === orgId,
      );
      return {
        orgRole,
        projectRole: projectExists ? effectiveRole(orgRole, ownRole) : null,
        projectExists,
        seesOrg: orgRole !== null || isShared,
        shares,
      };
    },
    ...placesIn(stores),
  };
}
