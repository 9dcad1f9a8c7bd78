import { created, type OperationsOf } from '../call.ts';
import { createOrgDeletionService } from '../deletion/org-deletion.service.ts';
import type { Domain } from '../domain.ts';
import { userOf } from '../principal.ts';
import { createOrgService, toOrg } from './org.service.ts';

/** The operations of organisations. */
export function orgOperations(domain: Domain): OperationsOf<'org'> {
  const orgs = createOrgService(domain);
  const deletion = createOrgDeletionService(domain);
  return {
    listOrgs: (call) => orgs.list(userOf(call).userId, call.query),
    async createOrg(call) {
      const org = await orgs.create(call.body.name, userOf(call).userId);
      return created(call, org.id, org);
    },
    getOrg: async ({ rows, access }) => toOrg(await rows.org, access.orgRole),
    updateOrg: ({ params, body, headers, access }) =>
      orgs.update(params.orgId, body, { ifMatch: headers['if-match'], role: access.orgRole }),
    deleteOrg: (call) => deletion.delete(call.params.orgId, userOf(call).name),
  };
}
