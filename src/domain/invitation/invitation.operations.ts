import type { OperationsOf } from '../call.ts';
import type { Domain } from '../domain.ts';
import { userOf } from '../principal.ts';
import { createInvitedService } from './accept.ts';
import { createInvitationService } from './invitation.service.ts';
import { invite } from './invite.ts';

/** The operations of invitations. */
export function invitationOperations(domain: Domain): OperationsOf<'invitation'> {
  const invitations = createInvitationService(domain);
  const invited = createInvitedService(domain);
  return {
    listInvitations: ({ params, query }) => invitations.list(params.orgId, query),
    createInvitations: (call) => invite(domain, call.params.orgId, call.body, userOf(call)),
    updateInvitation(call) {
      const { orgId, invitationId } = call.params;
      return invitations.update(orgId, invitationId, call.body, userOf(call).userId);
    },
    cancelInvitation: ({ params }) => invitations.cancel(params.orgId, params.invitationId),
    resendInvitation: ({ params }) => invitations.resend(params.orgId, params.invitationId),
    createInvitationLink: ({ params }) => invitations.link(params.orgId, params.invitationId),
    openInvitation: ({ body }) => invited.open(body.token),
    acceptInvitation: (call) => invited.accept(call.body.token, userOf(call)),
    declineInvitation: (call) => invited.decline(call.body.token, userOf(call)),
  };
}
