import { useQueryClient } from '@tanstack/react-query';
import { refreshUnder } from '#console/api/query/refresh-under.ts';
import { copyText } from '#console/ui/display/copy-text.ts';
import { attempt } from '#console/ui/feedback/attempt.ts';
import { toast } from '#console/ui/feedback/toast.ts';
import { useConfirm } from '#console/ui/modal/use-confirm.ts';
import {
  cancelInvitation,
  createInvitationLink,
  resendInvitation,
  updateInvitation,
} from '#generated/api/invitation/invitation.ts';
import type { Invitation, Role } from '#generated/model/index.ts';

/** What can be done with open invitations. */
export function useInvitationActions(orgId: string) {
  const client = useQueryClient();
  const confirm = useConfirm();
  const refresh = () => refreshUnder(client, `/org/${orgId}/invitation`);

  async function copyLink({ id }: Invitation): Promise<void> {
    await attempt(async () => {
      const { link } = await createInvitationLink(orgId, id);
      if (await copyText(link))
        toast.success('Link copied. It only works for the invited address.');
    });
  }

  async function resend({ id, email }: Invitation): Promise<void> {
    await attempt(async () => {
      const { link, mailed } = await resendInvitation(orgId, id);
      if (mailed) toast.success(`Invitation sent to ${email} again`);
      else if (await copyText(link))
        toast.info("This server doesn't send emails. The link was copied: pass it on yourself.");
    });
    await refresh();
  }

  async function setRole({ id, email }: Invitation, role: Role): Promise<void> {
    await attempt(async () => {
      await updateInvitation(orgId, id, { role });
      toast.success(`${email} is invited as ${role}`);
    }, 'member.update');
    await refresh();
  }

  async function cancel({ id, email }: Invitation): Promise<void> {
    const yes = await confirm({
      title: `Cancel the invitation of ${email}?`,
      body: 'Its link stops working at once.',
      confirmLabel: 'Cancel invitation',
      cancelLabel: 'Keep it',
      danger: true,
    });
    if (!yes) return;
    await attempt(async () => {
      await cancelInvitation(orgId, id);
      toast.success('Invitation cancelled');
    }, 'invitation.cancel');
    await refresh();
  }

  return { copyLink, resend, setRole, cancel };
}
