import { IconDoorExit, IconUserMinus } from '@tabler/icons-react';
import { roleLabel } from '#console/modules/people/permission-words.ts';
import { RelativeTime } from '#console/ui/display/time.tsx';
import type { MenuAction } from '#console/ui/menu/menu-action.ts';
import type { Column } from '#console/ui/table/data-table.tsx';
import { atLeast, effectiveRole } from '#core/access/permissions.ts';
import type { ProjectInvitation, ProjectMember, Role } from '#generated/model/index.ts';
import { InvitationState, personColumn, roleColumn } from './people-columns.tsx';
import { invitationMenu } from './person-menu.tsx';
import type { useInvitationActions } from './use-invitation-actions.ts';
import type { useProjectMemberActions } from './use-project-member-actions.ts';

/** A row of the list of a project's people: someone with access, or someone who is invited. */
export type ProjectEntry = { key: string } & (
  | { member: ProjectMember }
  | { invitation: ProjectInvitation }
);

type ReasonAgainst = (from: Role | null, to: Role | null) => string | null;

/** Why someone can't get a role in the project: it would be lower than the one they inherit, or isn't allowed. */
function reasonFor(member: ProjectMember, to: Role | null, reasonAgainst: ReasonAgainst) {
  const { org_role, role } = member;
  if (to !== null && org_role !== null && !atLeast(to, org_role))
    return `They are ${roleLabel(org_role).toLowerCase()} of the organisation, which counts here too.`;
  return reasonAgainst(role, effectiveRole(org_role, to));
}

/** The columns of the list of a project's people. */
export function projectPeopleColumns({
  me,
  reasonAgainst,
  onRole,
}: {
  me: string;
  reasonAgainst: ReasonAgainst;
  onRole: (entry: ProjectEntry, role: Role) => void;
}): Column<ProjectEntry>[] {
  return [
    personColumn(me),
    roleColumn<ProjectEntry>(
      'Role here',
      (entry, to) =>
        'member' in entry
          ? reasonFor(entry.member, to, reasonAgainst)
          : reasonAgainst(entry.invitation.role, to),
      onRole,
    ),
    {
      header: 'In the organisation',
      width: '160px',
      hideBelow: 'sm',
      cell: (entry) =>
        'member' in entry
          ? `${roleLabel(entry.member.org_role)}${entry.member.project_role === null ? ' (inherited)' : ''}`
          : entry.invitation.leads_elsewhere
            ? 'Also invited'
            : roleLabel(null),
    },
    {
      header: 'Last active',
      width: '120px',
      hideBelow: 'md',
      sort: 'last_active_at',
      cell: (entry) =>
        'member' in entry ? (
          <RelativeTime value={entry.member.last_active_at} />
        ) : (
          <InvitationState invitation={entry.invitation} />
        ),
    },
  ];
}

/** The actions on a row of the list of a project's people. */
export function projectPersonMenu({
  actions,
  invitations,
  reasonAgainst,
  invitesToOrg,
}: {
  actions: ReturnType<typeof useProjectMemberActions>;
  invitations: ReturnType<typeof useInvitationActions>;
  reasonAgainst: ReasonAgainst;
  /** Whether the signed-in person may invite to the whole organisation. */
  invitesToOrg: boolean;
}): (entry: ProjectEntry) => MenuAction[] {
  return (entry) => {
    if ('invitation' in entry) {
      const { invitation } = entry;
      return invitationMenu(invitation, invitations, {
        against:
          invitation.leads_elsewhere && !invitesToOrg
            ? 'It also leads elsewhere in the organisation. Someone who may invite people there can send it.'
            : null,
        againstCancel: reasonAgainst('member', null),
      });
    }
    const { user, org_role, project_role } = entry.member;
    const inherited = project_role === null ? 'The role is inherited from the organisation.' : null;
    if (user.id === actions.me.id) {
      return [
        {
          label: 'Leave project',
          icon: <IconDoorExit />,
          danger: true,
          disabled: inherited,
          onClick: () => void actions.leave(org_role === null),
        },
      ];
    }
    return [
      {
        label: org_role === null ? 'Remove from project' : 'Remove project role',
        icon: <IconUserMinus />,
        danger: true,
        disabled: inherited ?? reasonFor(entry.member, null, reasonAgainst),
        onClick: () => void actions.remove(entry.member),
      },
    ];
  };
}
