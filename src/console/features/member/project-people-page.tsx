import { Button } from '@mantine/core';
import { IconUserOff, IconUserPlus } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { paged } from '#console/api/query/paging.ts';
import { useRolePermissions } from '#console/modules/people/use-role-permissions.ts';
import { Permitted } from '#console/modules/permission/permitted.tsx';
import { usePermission } from '#console/modules/permission/use-permission.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { EmptyState } from '#console/ui/feedback/empty-state.tsx';
import { SearchInput } from '#console/ui/form/search-input.tsx';
import { Segmented } from '#console/ui/form/segmented.tsx';
import { Toolbar } from '#console/ui/list/toolbar.tsx';
import { useQueryParam } from '#console/ui/navigation/use-query-param.ts';
import { Page } from '#console/ui/page/page.tsx';
import { DataTable } from '#console/ui/table/data-table.tsx';
import { useListProjectInvitationsInfinite } from '#generated/api/invitation/invitation.ts';
import { useListProjectMembersInfinite } from '#generated/api/member/member.ts';
import type { MemberSort } from '#generated/model/index.ts';
import { InviteDialog } from './invite/invite-dialog.tsx';
import {
  type ProjectEntry,
  projectPeopleColumns,
  projectPersonMenu,
} from './project-people-columns.tsx';
import { useInvitationActions } from './use-invitation-actions.ts';
import { pollDelay, useEntries } from './use-people.ts';
import { useProjectMemberActions } from './use-project-member-actions.ts';

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
        <InviteDialog orgId={orgId} project={project} onClosed={() => setInviting(false)} />
      )}
    </Page>
  );
}

/**
 * The people of the active project, with invitations first. Search, filter and order are in the URL.
 * @param invites whether the signed-in person may see invitations
 */
function useProjectPeople(invites: boolean) {
  const { at } = useActiveProject();
  const [search, setSearch] = useQueryParam('q');
  const [filter, setFilter] = useQueryParam('role');
  const [sort, setSort] = useQueryParam('sort');
  const q = search ?? undefined;
  const isInvited = filter === 'invited';
  const options = { ...paged, placeholderData: keepPreviousData, refetchInterval: pollDelay };
  const members = useListProjectMembersInfinite(
    ...at,
    {
      page_limit: 100,
      q,
      role: filter === 'guest' ? 'guest' : undefined,
      sort: (sort as MemberSort | null) ?? undefined,
    },
    { query: { ...options, enabled: !isInvited } },
  );
  const showsInvited = invites && filter !== 'guest';
  const invitations = useListProjectInvitationsInfinite(
    ...at,
    { page_limit: 100, q },
    { query: { ...options, enabled: showsInvited } },
  );

  const { entries, query } = useEntries({ members, invitations, isInvited, showsInvited });
  return { entries, query, search: search ?? '', setSearch, filter, setFilter, sort, setSort };
}
