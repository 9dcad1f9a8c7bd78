import { mutate } from '#console/api/query/calls.ts';
import { copyText } from '#console/ui/display/copy-text.ts';
import { attempt } from '#console/ui/feedback/attempt.ts';
import { toast } from '#console/ui/feedback/toast.ts';
import { useConfirm } from '#console/ui/modal/use-confirm.ts';
import {
  cancelInvitation,
  cancelProjectInvitation,
  createInvitationLink,
  createProjectInvitationLink,
  resendInvitation,
  resendProjectInvitation,
  updateInvitation,
  updateProjectInvitation,
} from '#generated/api/invitation/invitation.ts';
import type { Invitation, ProjectInvitation, Role } from '#generated/model/index.ts';

type Invited = Pick<Invitation, 'id' | 'email'> &
  Partial<Pick<ProjectInvitation, 'leads_elsewhere'>>;

/**
 * What can be done with open invitations.
 * @param projectId the project whose invitations they are; without it, the organisation's
 */
export function useInvitationActions(orgId: string, projectId?: string) {
  const confirm = useConfirm();
  const api = projectId === undefined ? ofOrg(orgId) : ofProject(orgId, projectId);

  async function copyLink({ id }: Invited): Promise<void> {
    await attempt(async () => {
      const { link } = await api.link(id);
      if (await copyText(link))
        toast.success('Link copied. It only works for the invited address.');
    });
  }

  async function resend({ id, email }: Invited): Promise<void> {
    await attempt(async () => {
      const { link, mailed } = await api.resend(id);
      if (mailed) toast.success(`Invitation sent to ${email} again`);
      else if (await copyText(link))
        toast.info("This server doesn't send emails. The link was copied: pass it on yourself.");
    });
  }

  async function setRole({ id, email }: Invited, role: Role): Promise<void> {
    await attempt(() => api.setRole(id, role), {
      success: `${email} is invited as ${role}`,
      area: 'member.update',
    });
  }

  async function cancel({ id, email, leads_elsewhere: isKept }: Invited): Promise<void> {
    await confirm({
      title: `Cancel the invitation of ${email}?`,
      body: isKept
        ? 'They no longer get access to this project. What else they are invited to stays.'
        : 'Its link stops working at once.',
      confirmLabel: 'Cancel invitation',
      cancelLabel: 'Keep it',
      danger: true,
      action: () => api.cancel(id),
      success: 'Invitation cancelled',
      area: 'invitation.cancel',
    });
  }

  return { copyLink, resend, setRole, cancel };
}

/** Sends and shows links, changes roles and cancels, in an organisation or one of its projects. */
interface Api {
  link: (id: string) => Promise<{ link: string }>;
  resend: (id: string) => Promise<{ link: string; mailed: boolean }>;
  setRole: (id: string, role: Role) => Promise<unknown>;
  cancel: (id: string) => Promise<unknown>;
}

function ofOrg(orgId: string): Api {
  return {
    link: (id) => mutate(createInvitationLink, orgId, id),
    resend: (id) => mutate(resendInvitation, orgId, id),
    setRole: (id, role) => mutate(updateInvitation, orgId, id, { role }),
    cancel: (id) => mutate(cancelInvitation, orgId, id),
  };
}

function ofProject(orgId: string, projectId: string): Api {
  return {
    link: (id) => mutate(createProjectInvitationLink, orgId, projectId, id),
    resend: (id) => mutate(resendProjectInvitation, orgId, projectId, id),
    setRole: (id, role) => mutate(updateProjectInvitation, orgId, projectId, id, { role }),
    cancel: (id) => mutate(cancelProjectInvitation, orgId, projectId, id),
  };
}
