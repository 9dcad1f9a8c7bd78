import { created, type OperationsOf } from '../call.ts';
import type { Domain } from '../domain.ts';
import { userOf } from '../principal.ts';
import { createCaptureService } from './capture.service.ts';
import { createJoinService } from './join.service.ts';

/** The operations of email domains, and of the people who join by them. */
export function captureOperations(domain: Domain): OperationsOf<'capture'> {
  const domains = createCaptureService(domain);
  const joining = createJoinService(domain);
  return {
    listDomains: ({ params, query }) => domains.list(params.orgId, query),
    async createDomain(call) {
      const caller = { principal: userOf(call), access: call.access };
      const made = await domains.create(call.params.orgId, call.body, caller);
      return created(call, made.id, made);
    },
    updateDomain: ({ params, body, access }) =>
      domains.update(params.orgId, params.domainId, body.role, access),
    verifyDomain: ({ params }) => domains.verify(params.orgId, params.domainId),
    deleteDomain: ({ params }) => domains.delete(params.orgId, params.domainId),
    listJoinableOrgs: (call) => joining.list(userOf(call)),
    joinOrg: (call) => joining.join(call.params.orgId, userOf(call)),
  };
}
