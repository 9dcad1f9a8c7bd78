import { Button } from '@mantine/core';
import { IconDoorExit, IconUserMinus, IconUserOff, IconUserPlus } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { flatten, paged } from '#console/api/query/paging.ts';
import { roleLabel } from '#console/modules/people/permission-words.ts';
import { RoleSelect } from '#console/modules/people/role-select.tsx';
import { useRolePermissions } from '#console/modules/people/use-role-permissions.ts';
import { Permitted } from '#console/modules/permission/permitted.tsx';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { RelativeTime } from '#console/ui/display/time.tsx';
import { EmptyState } from '#console/ui/feedback/empty-state.tsx';
import { SearchInput } from '#console/ui/form/search-input.tsx';
import { Segmented } from '#console/ui/form/segmented.tsx';
import { Toolbar } from '#console/ui/list/toolbar.tsx';
import type { MenuAction } from '#console/ui/menu/menu-action.ts';
import { useQueryParam } from '#console/ui/navigation/use-query-param.ts';
import { Page } from '#console/ui/page/page.tsx';
import { type Column, DataTable } from '#console/ui/table/data-table.tsx';
import { atLeast, effectiveRole } from '#core/access/permissions.ts';
import { useListProjectMembersInfinite } from '#generated/api/member/member.ts';
import type { MemberSort, ProjectMember, Role } from '#generated/model/index.ts';
import { PersonCell } from './person-cell.tsx';
import { useProjectMemberActions } from './use-project-member-actions.ts';

const InviteDialog = lazy(() =>
  import('./invite/invite-dialog.tsx').then((m) => ({ default: m.InviteDialog })),
);

/** `/projects/:projectId/settings/people`: everyone with access to a project, and what they inherit. */
export function ProjectPeoplePage() {
  const { orgId, projectId, project } = useActiveProject();
  const [search, setSearch] = useQueryParam('q');
  const [role, setRole] = useQueryParam('role');
  const [sort, setSort] = useQueryParam('sort');
  const people = useListProjectMembersInfinite(
    orgId,
    projectId,
    {
      page_limit: 100,
      q: search ?? undefined,
      role: role === 'guest' ? 'guest' : undefined,
      sort: (sort as MemberSort | null) ?? undefined,
    },
    { query: { ...paged, placeholderData: keepPreviousData } },
  );
  const actions = useProjectMemberActions();
  const reasonAgainst = useRolePermissions({ level: 'project', orgId, projectId });
  const [inviting, setInviting] = useState(false);

  return (
    <Page
      title="Project access"
      area="Settings"
      actions={
        <Permitted on={{ level: 'organization', orgId }} name="add_member">
          <Button leftSection={<IconUserPlus />} onClick={() => setInviting(true)}>
            Invite guests
          </Button>
        </Permitted>
      }
      fill
    >
      <Toolbar>
        <SearchInput
          label="Search people"
          placeholder="Name or email"
          value={search ?? ''}
          onChange={setSearch}
        />
        <Segmented
          label="Show"
          items={[
            { value: 'all', label: 'Everyone' },
            { value: 'guest', label: 'Guests' },
          ]}
          value={role === 'guest' ? 'guest' : 'all'}
          onChange={(next) => setRole(next === 'guest' ? 'guest' : null)}
        />
      </Toolbar>
      <DataTable
        label="People"
        columns={columnsOf({
          me: actions.me.id,
          reasonAgainst,
          onRole: (member, to) => void actions.setRole(member, to),
        })}
        rows={flatten(people.data)}
        query={people}
        rowKey={({ user }) => user.id}
        menu={(member) => menuOf(member, actions, reasonAgainst)}
        sort={{ value: sort ?? 'name', onChange: setSort }}
        empty={
          <EmptyState icon={<IconUserOff />} title={role ? 'No guests' : 'No matching people'}>
            Guests only see the projects that they are invited to.
          </EmptyState>
        }
      />
      {inviting && (
        <Suspense>
          <InviteDialog orgId={orgId} project={project} onClose={() => setInviting(false)} />
        </Suspense>
      )}
    </Page>
  );
}

type ReasonAgainst = (from: Role | null, to: Role | null) => string | null;

/** Why someone can't get a role in the project: it would be lower than the one they inherit, or isn't allowed. */
function reasonFor(member: ProjectMember, to: Role | null, reasonAgainst: ReasonAgainst) {
  const { org_role, role } = member;
  if (to !== null && org_role !== null && !atLeast(to, org_role))
    return `They are ${roleLabel(org_role).toLowerCase()} of the organisation, which counts here too.`;
  return reasonAgainst(role, effectiveRole(org_role, to));
}

function columnsOf({
  me,
  reasonAgainst,
  onRole,
}: {
  me: string;
  reasonAgainst: ReasonAgainst;
  onRole: (member: ProjectMember, to: Role) => void;
}): Column<ProjectMember>[] {
  return [
    {
      key: 'person',
      header: 'Person',
      width: 'minmax(0, 2fr)',
      sort: 'name',
      cell: ({ user }) => <PersonCell user={user} note={user.id === me ? '(you)' : undefined} />,
    },
    {
      key: 'role',
      header: 'Role here',
      width: '112px',
      cell: (member) => (
        <RoleSelect
          of={member.user.name}
          value={member.role}
          reasonAgainst={(to) => reasonFor(member, to, reasonAgainst)}
          onChange={(to) => onRole(member, to)}
        />
      ),
    },
    {
      key: 'org_role',
      header: 'In the organisation',
      width: '160px',
      hideBelow: 'sm',
      cell: ({ org_role, project_role }) =>
        `${roleLabel(org_role)}${project_role === null ? ' (inherited)' : ''}`,
    },
    {
      key: 'last_active_at',
      header: 'Last active',
      width: '120px',
      hideBelow: 'md',
      sort: 'last_active_at',
      cell: ({ last_active_at }) => <RelativeTime value={last_active_at} />,
    },
  ];
}

function menuOf(
  member: ProjectMember,
  actions: ReturnType<typeof useProjectMemberActions>,
  reasonAgainst: ReasonAgainst,
): MenuAction[] {
  const { user, org_role, project_role } = member;
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
      disabled: inherited ?? reasonFor(member, null, reasonAgainst),
      onClick: () => void actions.remove(member),
    },
  ];
}
