import {
  IconCopy,
  IconCrown,
  IconDoorExit,
  IconMailForward,
  IconTrash,
  IconUserEdit,
  IconUserMinus,
} from '@tabler/icons-react';
import type { MenuAction } from '#console/ui/menu/menu-action.ts';
import type { Invitation, Role } from '#generated/model/index.ts';
import type { Entry } from './people-columns.tsx';
import type { useInvitationActions } from './use-invitation-actions.ts';
import type { useMemberActions } from './use-member-actions.ts';

interface PersonMenuOptions {
  /** Who is signed in. */
  me: string;
  orgName: string;
  reasonAgainst: (from: Role | null, to: Role | null) => string | null;
  members: ReturnType<typeof useMemberActions>;
  invitations: ReturnType<typeof useInvitationActions>;
  /** Opens what an invitation is for. */
  onAccess: (invitation: Invitation) => void;
}

/** The actions on a row of the list of people. */
export function personMenu(options: PersonMenuOptions): (entry: Entry) => MenuAction[] {
  const { me, orgName, reasonAgainst, members, invitations, onAccess } = options;
  return (entry) => {
    if ('invitation' in entry) {
      const { invitation } = entry;
      const access = {
        label: 'Change access',
        icon: <IconUserEdit />,
        onClick: () => onAccess(invitation),
      };
      return [access, ...invitationMenu(invitation, invitations)];
    }
    const { member } = entry;
    if (member.user.id === me) {
      return [
        {
          label: 'Leave organisation',
          icon: <IconDoorExit />,
          danger: true,
          onClick: () => void members.leave(orgName),
        },
      ];
    }
    const roles = [member.role, ...member.projects.map(({ role }) => role)];
    const against = roles.map((role) => reasonAgainst(role, null));
    return [
      {
        label: 'Transfer ownership',
        icon: <IconCrown />,
        disabled:
          member.role === null ? 'Guests must become members first.' : reasonAgainst('owner', null),
        onClick: () => void members.transfer(member),
      },
      {
        label: 'Remove',
        icon: <IconUserMinus />,
        danger: true,
        disabled: against.find((reason) => reason !== null) ?? null,
        onClick: () => void members.remove([member], orgName),
      },
    ];
  };
}

/**
 * What can be done with an open invitation, besides changing what it is for.
 * @param against why its link can't be sent or copied, if it can't
 */
export function invitationMenu<Invited extends Pick<Invitation, 'id' | 'email' | 'status'>>(
  invitation: Invited,
  actions: Pick<ReturnType<typeof useInvitationActions>, 'copyLink' | 'resend' | 'cancel'>,
  {
    against = null,
    againstCancel = null,
  }: { against?: string | null; againstCancel?: string | null } = {},
): MenuAction[] {
  const expired = invitation.status === 'expired' ? 'It has expired. Send it again first.' : null;
  return [
    {
      label: 'Copy link',
      icon: <IconCopy />,
      disabled: against ?? expired,
      onClick: () => void actions.copyLink(invitation),
    },
    {
      label: 'Send again',
      icon: <IconMailForward />,
      disabled: against,
      onClick: () => void actions.resend(invitation),
    },
    {
      label: 'Cancel invitation',
      icon: <IconTrash />,
      danger: true,
      disabled: againstCancel,
      onClick: () => void actions.cancel(invitation),
    },
  ];
}
