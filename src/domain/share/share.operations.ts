import { type Call, created, type OperationsOf } from '../call.ts';
import type { Domain } from '../domain.ts';
import { userOf } from '../principal.ts';
import { createAccessLinkService } from './access-link.service.ts';
import { createSharedThingService, createShareService } from './share.service.ts';
import type { Sharer, ThingPlace } from './things.ts';

/** The operations of what is shared one by one. */
export function shareOperations(domain: Domain): OperationsOf<'share'> {
  const shares = createShareService(domain);
  const links = createAccessLinkService(domain);
  const things = createSharedThingService(domain);
  return {
    listSharedThings: (call) => things.list(userOf(call).userId, call.query),
    leaveSharedThing: (call) => things.leave(userOf(call).userId, call.rows.share.id),
    getSharing: (call) => shares.get(placeOf(call), sharerOf(call)),
    async createShare(call) {
      const made = await shares.create(placeOf(call), call.body, sharerOf(call));
      return created(call, made.share.id, made);
    },
    updateShare: (call) =>
      shares.update(placeOf(call), call.rows.share.id, call.body.level, sharerOf(call)),
    deleteShare: (call) => shares.delete(placeOf(call), call.rows.share.id),
    async createAccessLink(call) {
      const made = await links.create(placeOf(call), call.body, sharerOf(call));
      return created(call, made.id, made);
    },
    revokeAccessLink: ({ rows }) => links.revoke(rows.accessLink),
    openAccessLink: (call) => links.open(call.body.token, userOf(call)),
  };
}

type Of = Pick<Call<'getSharing'>, 'params' | 'principal' | 'access'>;

function placeOf({ params }: Of): ThingPlace {
  const { orgId, projectId, resourceType: type, id } = params;
  return { orgId, projectId, type, id };
}

function sharerOf(call: Of): Sharer {
  return { principal: userOf(call), access: call.access };
}
