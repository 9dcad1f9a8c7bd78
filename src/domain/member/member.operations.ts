import type { OperationsOf } from '../call.ts';
import type { Domain } from '../domain.ts';
import { userOf } from '../principal.ts';
import { createMemberService } from './member.service.ts';
import { createProjectMemberService } from './project-member.service.ts';

/** The operations of people's roles. */
export function memberOperations(domain: Domain): OperationsOf<'member'> {
  const members = createMemberService(domain);
  const projectMembers = createProjectMemberService(domain);
  return {
    listOrgMembers(call) {
      const viewer = { userId: userOf(call).userId, orgRole: call.access.orgRole };
      return members.list(call.params.orgId, viewer, call.query);
    },
    updateOrgMembers: (call) =>
      members.updateAll(call.params.orgId, call.body, userOf(call).userId),
    updateOrgMember(call) {
      const { params, rows, body } = call;
      return members.update(params.orgId, rows.user.id, body.role, userOf(call).userId);
    },
    removeOrgMember: (call) =>
      members.remove(call.params.orgId, call.rows.user.id, userOf(call).userId),
    previewOrgRemoval(call) {
      const { userId } = userOf(call);
      return members.previewRemoval(call.params.orgId, call.body.user_ids ?? [userId], userId);
    },
    leaveOrg: (call) => members.leave(call.params.orgId, userOf(call).userId),
    transferOrgOwnership: (call) =>
      members.transfer(call.params.orgId, call.body.user_id, userOf(call).userId),
    listProjectMembers: ({ params, query }) => projectMembers.list(params, query),
    updateProjectMembers: (call) =>
      projectMembers.updateAll(call.params, call.body, userOf(call).userId),
    updateProjectMember: (call) =>
      projectMembers.update(call.params, call.rows.user.id, call.body.role, userOf(call).userId),
    removeProjectMember: (call) =>
      projectMembers.remove(call.params, call.rows.user.id, userOf(call).userId),
    previewProjectRemoval(call) {
      const { userId } = userOf(call);
      return projectMembers.previewRemoval(call.params, call.body.user_ids ?? [userId], userId);
    },
    leaveProject: (call) => projectMembers.leave(call.params, userOf(call).userId),
  };
}
