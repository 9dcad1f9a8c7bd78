import type { OperationsOf } from '../call.ts';
import type { Domain } from '../domain.ts';
import { userOf } from '../principal.ts';
import { createInvitedService } from './accept.ts';
import { createInvitationService } from './invitation.service.ts';
import { invite } from './invite.ts';
import { createProjectInvitationService } from './project-invitation.service.ts';

/** The operations of invitations. */
export function invitationOperations(domain: Domain): OperationsOf<'invitation'> {
  const invitations = createInvitationService(domain);
  const inProjects = createProjectInvitationService(domain);
  const invited = createInvitedService(domain);
  return {
    listInvitations: ({ params, query }) => invitations.list(params.orgId, query),
    createInvitations: (call) => invite(domain, call.params.orgId, call.body, userOf(call)),
    updateInvitation(call) {
      const { orgId, invitationId } = call.params;
      return invitations.update(orgId, invitationId, call.body, userOf(call).userId);
    },
    cancelInvitation: ({ params }) => invitations.cancel(params.orgId, params.invitationId),
    resendInvitation: (call) =>
      invitations.resend(call.params.orgId, call.params.invitationId, userOf(call)),
    createInvitationLink: ({ params }) => invitations.link(params.orgId, params.invitationId),
    listProjectInvitations: ({ params, query }) => inProjects.list(params, query),
    createProjectInvitations: (call) => inProjects.invite(call.params, call.body, userOf(call)),
    updateProjectInvitation: (call) =>
      inProjects.update(call.params, call.params.invitationId, call.body.role, userOf(call).userId),
    cancelProjectInvitation: ({ params }) => inProjects.cancel(params, params.invitationId),
    resendProjectInvitation: (call) =>
      inProjects.resend(call.params, call.params.invitationId, call.access, userOf(call)),
    createProjectInvitationLink: ({ params, access }) =>
      inProjects.link(params, params.invitationId, access),
    openInvitation: ({ body }) => invited.open(body.token),
    acceptInvitation: (call) => invited.accept(call.body.token, userOf(call)),
    declineInvitation: (call) => invited.decline(call.body.token, userOf(call)),
  };
}
