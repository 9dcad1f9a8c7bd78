import { created, type OperationsOf } from '../call.ts';
import type { Domain } from '../domain.ts';
import { userOf } from '../principal.ts';
import { createCaptureService } from './capture.service.ts';
import { createJoinService } from './join.service.ts';
import { createJoinRequestService } from './join-request.service.ts';

/** The operations of email domains, and of the people who join by them. */
export function captureOperations(domain: Domain): OperationsOf<'capture'> {
  const domains = createCaptureService(domain);
  const requests = createJoinRequestService(domain);
  const joining = createJoinService(domain);
  return {
    listDomains: ({ params, query }) => domains.list(params.orgId, query),
    async createDomain(call) {
      const made = await domains.create(call.params.orgId, call.body, userOf(call));
      return created(call, made.id, made);
    },
    updateDomain: (call) => domains.update(call.rows.domain, call.body, userOf(call)),
    verifyDomain: ({ rows }) => domains.verify(rows.domain),
    deleteDomain: ({ rows }) => domains.delete(rows.domain),
    listJoinableOrgs: (call) => joining.list(userOf(call)),
    joinOrg: (call) => joining.join(call.params.joinableOrgId, userOf(call)),
    requestToJoin: (call) => joining.ask(call.params.joinableOrgId, userOf(call)),
    withdrawJoinRequest: (call) => joining.withdraw(call.params.joinableOrgId, userOf(call)),
    listJoinRequests: ({ params, query }) => requests.list(params.orgId, query),
    approveJoinRequest: (call) => requests.approve(call.rows.joinRequest, call.body, userOf(call)),
    declineJoinRequest: ({ rows }) => requests.decline(rows.joinRequest),
  };
}
