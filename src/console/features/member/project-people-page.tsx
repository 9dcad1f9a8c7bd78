import { Button } from '@mantine/core';
import { IconUserOff, IconUserPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useRolePermissions } from '#console/modules/people/use-role-permissions.ts';
import { Permitted } from '#console/modules/permission/permitted.tsx';
import { usePermission } from '#console/modules/permission/use-permission.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { EmptyState } from '#console/ui/feedback/empty-state.tsx';
import { SearchInput } from '#console/ui/form/search-input.tsx';
import { Segmented } from '#console/ui/form/segmented.tsx';
import { Toolbar } from '#console/ui/list/toolbar.tsx';
import { Page } from '#console/ui/page/page.tsx';
import { DataTable } from '#console/ui/table/data-table.tsx';
import { InviteDialog } from './invite/invite-dialog.tsx';
import {
  type ProjectEntry,
  projectPeopleColumns,
  projectPersonMenu,
} from './project-people-columns.tsx';
import { useInvitationActions } from './use-invitation-actions.ts';
import { useProjectMemberActions } from './use-project-member-actions.ts';
import { useProjectPeople } from './use-project-people.ts';

const SHOWN = [
  { value: 'all', label: 'Everyone' },
  { value: 'guest', label: 'Guests' },
  { value: 'invited', label: 'Invited' },
];

/** What an empty list says, by filter. */
const EMPTY: Readonly<Record<string, { title: string; text: string }>> = {
  guest: { title: 'No guests', text: 'Guests only see the projects that they are invited to.' },
  invited: { title: 'No open invitations', text: 'Invited people appear here until they join.' },
  all: { title: 'No matching people', text: 'Search for another name or address.' },
};

/** `/projects/:projectId/settings/people`: everyone with access to a project, and what they inherit. */
export function ProjectPeoplePage() {
  const { orgId, projectId, project } = useActiveProject();
  const scope = { level: 'project', orgId, projectId } as const;
  const invites = usePermission(scope, 'add_member').allowed;
  const invitesToOrg = usePermission({ level: 'organization', orgId }, 'add_member').allowed;
  const people = useProjectPeople(invites);
  const actions = useProjectMemberActions();
  const invitations = useInvitationActions(orgId, projectId);
  const reasonAgainst = useRolePermissions(scope);
  const [inviting, setInviting] = useState(false);
  const shown = EMPTY[people.filter ?? ''] ? (people.filter ?? 'all') : 'all';
  const setRole = (entry: ProjectEntry, to: Parameters<typeof actions.setRole>[1]) =>
    'member' in entry
      ? actions.setRole(entry.member, to)
      : invitations.setRole(entry.invitation, to);

  return (
    <Page
      title="Project access"
      area="Settings"
      actions={
        <Permitted on={scope} name="add_member">
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
          value={people.search}
          onChange={people.setSearch}
        />
        <Segmented
          label="Show"
          items={invites ? SHOWN : SHOWN.slice(0, -1)}
          value={shown}
          onChange={(next) => people.setFilter(next === 'all' ? null : next)}
        />
      </Toolbar>
      <DataTable
        label="People"
        columns={projectPeopleColumns({
          me: actions.me.id,
          reasonAgainst,
          onRole: (entry, to) => void setRole(entry, to),
        })}
        rows={people.entries}
        query={people.query}
        rowKey={({ key }) => key}
        menu={projectPersonMenu({ actions, invitations, reasonAgainst, invitesToOrg })}
        sort={{ value: people.sort ?? 'name', onChange: people.setSort }}
        empty={
          <EmptyState icon={<IconUserOff />} title={EMPTY[shown]?.title ?? ''}>
            {EMPTY[shown]?.text}
          </EmptyState>
        }
      />
      {actions.dialog}
      {inviting && (
        <InviteDialog orgId={orgId} project={project} onClose={() => setInviting(false)} />
      )}
    </Page>
  );
}
