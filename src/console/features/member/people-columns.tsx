import { IconMail } from '@tabler/icons-react';
import { roleLabel } from '#console/modules/people/permission-words.ts';
import { RoleSelect } from '#console/modules/people/role-select.tsx';
import { StatusBadge } from '#console/ui/display/status-badge.tsx';
import { RelativeTime } from '#console/ui/display/time.tsx';
import type { Column } from '#console/ui/table/data-table.tsx';
import type { Invitation, Member, MemberProject, Role } from '#generated/model/index.ts';
import classes from './member.module.css';
import { PersonCell } from './person-cell.tsx';

/** A row of the list of people: a member or guest, or someone who is invited. */
export type Entry = { key: string } & ({ member: Member } | { invitation: Invitation });

interface ColumnOptions {
  /** Who is signed in. */
  me: string;
  reasonAgainst: (from: Role | null, to: Role | null) => string | null;
  onRole: (entry: Entry, role: Role) => void;
}

/** The part of an entry that the shared columns need: a person's identity and role. */
type AnyEntry =
  | { member: Pick<Member, 'user' | 'role'> }
  | { invitation: Pick<Invitation, 'email' | 'invited_by' | 'role'> };

function roleOf(entry: AnyEntry): Role | null {
  return 'member' in entry ? entry.member.role : entry.invitation.role;
}

/**
 * Who an entry is about: a person, or an invited email address and who invited it.
 * @param me the signed-in person's ID
 */
export function personColumn(me: string): Column<AnyEntry> {
  return {
    header: 'Person',
    width: 'minmax(0, 2fr)',
    sort: 'name',
    cell: (entry) =>
      'member' in entry ? (
        <PersonCell
          user={entry.member.user}
          note={entry.member.user.id === me ? '(you)' : undefined}
        />
      ) : (
        <Invited invitation={entry.invitation} />
      ),
  };
}

/** Shows the role, and changes it unless there is a reason against it. */
export function roleColumn<E extends AnyEntry>(
  header: string,
  reasonAgainst: (entry: E, to: Role | null) => string | null,
  onRole: (entry: E, role: Role) => void,
): Column<E> {
  return {
    header,
    width: '112px',
    cell: (entry) => (
      <RoleSelect
        of={'member' in entry ? entry.member.user.name : entry.invitation.email}
        value={roleOf(entry)}
        reasonAgainst={(to) => reasonAgainst(entry, to)}
        onChange={(to) => onRole(entry, to)}
      />
    ),
  };
}

/** How people signed in, in words. */
const METHODS: Readonly<Record<string, string>> = {
  password: 'Password',
  code: 'Email code',
  passkey: 'Passkey',
  webauthn: 'Security key',
  oidc: 'Single sign-on',
};

/** The columns of the list of people. */
export function peopleColumns({ me, reasonAgainst, onRole }: ColumnOptions): Column<Entry>[] {
  return [
    personColumn(me),
    roleColumn<Entry>('Role', (entry, to) => reasonAgainst(roleOf(entry), to), onRole),
    {
      header: 'Projects',
      hideBelow: 'md',
      cell: (entry) => {
        const { role, projects } = 'member' in entry ? entry.member : entry.invitation;
        return <span className="tl-truncate">{projectWords(role, projects)}</span>;
      },
    },
    {
      header: 'Last active',
      width: '120px',
      hideBelow: 'sm',
      sort: 'last_active_at',
      cell: (entry) =>
        'member' in entry ? (
          <LastActive member={entry.member} />
        ) : (
          <InvitationState invitation={entry.invitation} />
        ),
    },
    {
      header: 'Signs in with',
      width: '120px',
      hideBelow: 'lg',
      cell: (entry) => {
        const method = 'member' in entry ? entry.member.sign_in_method : null;
        return method === null ? '–' : (METHODS[method] ?? method);
      },
    },
    {
      header: 'Joined',
      width: '120px',
      hideBelow: 'lg',
      sort: 'joined_at',
      cell: (entry) => ('member' in entry ? <RelativeTime value={entry.member.joined_at} /> : '–'),
    },
  ];
}

/** `All`, and those with a higher role; or the projects of a guest. */
export function projectWords(role: Role | null, projects: readonly MemberProject[]): string {
  const own = projects.map(
    ({ name, role: given }) => `${name} (${roleLabel(given).toLowerCase()})`,
  );
  return [...(role === null ? [] : ['All']), ...own].join(', ');
}

/** Who is invited, and by whom. */
function Invited({
  invitation: { email, invited_by },
}: {
  invitation: Pick<Invitation, 'email' | 'invited_by'>;
}) {
  return (
    <span className={classes.person}>
      <span className={classes.mark}>
        <IconMail aria-hidden />
      </span>
      <span className={classes.names}>
        <span className="tl-truncate">{email}</span>
        <span className={classes.email}>Invited by {invited_by.name}</span>
      </span>
    </span>
  );
}

/** A person who is deactivated at the identity service keeps their role until they are removed here. */
function LastActive({ member: { deactivated_at, last_active_at } }: { member: Member }) {
  if (deactivated_at !== null) return <StatusBadge tone="danger">Deactivated</StatusBadge>;
  return <RelativeTime value={last_active_at} />;
}

/** Whether an open invitation can still be accepted. */
export function InvitationState({
  invitation: { status },
}: {
  invitation: Pick<Invitation, 'status'>;
}) {
  return status === 'expired' ? (
    <StatusBadge tone="warning">Expired</StatusBadge>
  ) : (
    <StatusBadge tone="neutral">Invited</StatusBadge>
  );
}
