import type { OperationsOf } from '../call.ts';
import type { Domain } from '../domain.ts';
import { userOf } from '../principal.ts';
import { createOrgDeletionService } from './org-deletion.service.ts';
import { createProjectDeletionService, type Viewer } from './project-deletion.service.ts';

/** The operations on what is deleted. */
export function deletionOperations(domain: Domain): OperationsOf<'deletion'> {
  const projects = createProjectDeletionService(domain);
  const orgs = createOrgDeletionService(domain);
  return {
    listDeletedProjects: (call) => projects.list(call.params.orgId, viewerOf(call), call.query),
    restoreProject: (call) =>
      projects.restore(call.params.orgId, call.rows.deletedProject.id, viewerOf(call)),
    eraseProject: (call) =>
      projects.erase(call.params.orgId, call.rows.deletedProject.id, viewerOf(call)),
    listDeletedOrgs: (call) => orgs.list(userOf(call).userId, call.query),
    restoreOrg: (call) => orgs.restore(call.params.deletedOrgId, userOf(call).userId),
    eraseOrg: (call) => orgs.erase(call.params.deletedOrgId, userOf(call).userId),
  };
}

function viewerOf(call: Parameters<typeof userOf>[0] & { access: { orgRole: Viewer['orgRole'] } }) {
  return { userId: userOf(call).userId, orgRole: call.access.orgRole };
}
