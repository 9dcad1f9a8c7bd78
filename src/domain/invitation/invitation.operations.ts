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
    updateInvitation: (call) =>
      invitations.update(call.rows.invitation, call.body, userOf(call).userId),
    cancelInvitation: ({ rows }) => invitations.cancel(rows.invitation),
    resendInvitation: (call) => invitations.resend(call.rows.invitation, userOf(call)),
    createInvitationLink: ({ rows }) => invitations.link(rows.invitation),
    listProjectInvitations: ({ params, query }) => inProjects.list(params, query),
    createProjectInvitations: async (call) =>
      inProjects.invite(await call.rows.project, call.body, userOf(call)),
    updateProjectInvitation: (call) =>
      inProjects.update(call.params, call.rows.invitation, call.body.role, userOf(call).userId),
    cancelProjectInvitation: ({ params, rows }) => inProjects.cancel(params, rows.invitation),
    resendProjectInvitation: (call) =>
      inProjects.resend(call.params, call.rows.invitation, call.access, userOf(call)),
    createProjectInvitationLink: ({ params, rows, access }) =>
      inProjects.link(params, rows.invitation, access),
    openInvitation: ({ body }) => invited.open(body.token),
    acceptInvitation: (call) => invited.accept(call.body.token, userOf(call)),
    declineInvitation: (call) => invited.decline(call.body.token, userOf(call)),
  };
}
