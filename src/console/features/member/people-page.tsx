import { Button } from '@mantine/core';
import { IconUserOff, IconUserPlus, IconUsers } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import { useParams } from 'react-router-dom';
import { useRolePermissions } from '#console/modules/people/use-role-permissions.ts';
import { Permitted } from '#console/modules/permission/permitted.tsx';
import { usePermission } from '#console/modules/permission/use-permission.ts';
import { useShortcut } from '#console/modules/shortcuts/use-shortcut.ts';
import { EmptyState } from '#console/ui/feedback/empty-state.tsx';
import { PlainSelect } from '#console/ui/form/plain.tsx';
import { SearchInput } from '#console/ui/form/search-input.tsx';
import { Segmented } from '#console/ui/form/segmented.tsx';
import { Toolbar } from '#console/ui/list/toolbar.tsx';
import { useQueryParam } from '#console/ui/navigation/use-query-param.ts';
import { Page } from '#console/ui/page/page.tsx';
import { DataTable } from '#console/ui/table/data-table.tsx';
import { useLatest } from '#console/ui/use-latest.ts';
import { useGetOrg } from '#generated/api/org/org.ts';
import type { Invitation, Role } from '#generated/model/index.ts';
import { BulkBar } from './bulk-bar.tsx';
import { AccessDialog } from './invite/access-dialog.tsx';
import { InviteDialog } from './invite/invite-dialog.tsx';
import { JoinRequests } from './join-requests.tsx';
import classes from './member.module.css';
import { type Entry, peopleColumns } from './people-columns.tsx';
import { personMenu } from './person-menu.tsx';
import { RolesMatrix } from './roles-matrix.tsx';
import { useInvitationActions } from './use-invitation-actions.ts';
import { useMemberActions } from './use-member-actions.ts';
import { usePeople } from './use-people.ts';

/** What someone may have now or be given; null is no role. */
const ROLES: readonly (Role | null)[] = [null, 'member', 'editor', 'owner'];

const FILTERS = [
  { value: '', label: 'Everyone' },
  { value: 'owner', label: 'Owners' },
  { value: 'editor', label: 'Editors' },
  { value: 'member', label: 'Members' },
  { value: 'guest', label: 'Guests' },
  { value: 'invited', label: 'Invited' },
];

/** `/orgs/:orgId/settings/people`: members, guests and open invitations, and what roles mean (`?view=roles`). */
export function PeoplePage() {
  const { orgId = '' } = useParams();
  const scope = { level: 'organization', orgId } as const;
  const invites = usePermission(scope, 'add_member');
  const [view, setView] = useQueryParam('view');
  const [inviting, setInviting] = useState(false);
  const invite = () => invites.allowed && setInviting(true);
  useShortcut('C', 'Invite people', invite);
  const views = (
    <Segmented
      label="Show"
      items={[
        { value: 'people', label: 'People' },
        { value: 'roles', label: 'Roles' },
      ]}
      value={view === 'roles' ? 'roles' : 'people'}
      onChange={(next) => setView(next === 'roles' ? 'roles' : null)}
    />
  );

  return (
    <Page
      title="People"
      area="Settings"
      actions={
        <Permitted on={scope} name="add_member">
          <Button leftSection={<IconUserPlus />} onClick={invite}>
            Invite people
          </Button>
        </Permitted>
      }
      fill
    >
      {view === 'roles' ? (
        <>
          <Toolbar>{views}</Toolbar>
          <RolesMatrix />
        </>
      ) : (
        <People
          key={orgId}
          orgId={orgId}
          invites={invites.allowed}
          onInvite={invite}
          views={views}
        />
      )}
      {inviting && <InviteDialog orgId={orgId} onClosed={() => setInviting(false)} />}
    </Page>
  );
}

interface PeopleProps {
  orgId: string;
  /** Whether the signed-in person may invite others. */
  invites: boolean;
  onInvite: () => void;
  /** The switch between people and roles. */
  views: ReactNode;
}

function People({ orgId, invites, onInvite, views }: PeopleProps) {
  const people = usePeople(orgId, invites);
  const members = useMemberActions(orgId);
  const invitations = useInvitationActions(orgId);
  const reasonAgainst = useRolePermissions({ level: 'organization', orgId });
  const { data: org } = useGetOrg(orgId);
  const orgName = org?.name ?? 'the organisation';
  const [accessOf, setAccessOf] = useState<Invitation | null>(null);
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set());
  const selected = people.entries.filter(({ key }) => keys.has(key));

  const setRole = (entry: Entry, role: Role) =>
    'member' in entry
      ? members.setRole(entry.member, role)
      : invitations.setRole(entry.invitation, role);
  // Rows must not re-render whenever the page does.
  const latest = useLatest(setRole);
  const rights = JSON.stringify(
    ROLES.flatMap((from) => ROLES.map((to) => reasonAgainst(from, to))),
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rights decide what the columns show
  const columns = useMemo(
    () =>
      peopleColumns({
        me: members.me.id,
        reasonAgainst,
        onRole: (entry, role) => void latest.current(entry, role),
      }),
    [members.me.id, rights],
  );
  const menu = personMenu({
    me: members.me.id,
    orgName,
    reasonAgainst,
    members,
    invitations,
    onAccess: setAccessOf,
  });

  return (
    <>
      {invites && <JoinRequests orgId={orgId} />}
      {selected.length > 0 ? (
        <BulkBar
          selected={selected}
          orgName={orgName}
          actions={members}
          reasonAgainst={reasonAgainst}
          onClear={() => setKeys(new Set())}
        />
      ) : (
        <Toolbar>
          {views}
          <SearchInput
            label="Search people"
            placeholder="Name or email"
            value={people.search}
            onChange={people.setSearch}
          />
          <PlainSelect
            aria-label="Role"
            className={classes.filter}
            value={people.filter ?? ''}
            options={invites ? FILTERS : FILTERS.slice(0, -1)}
            onChange={people.setFilter}
          />
        </Toolbar>
      )}
      <DataTable
        label="People"
        columns={columns}
        rows={people.entries}
        query={people.query}
        rowKey={({ key }) => key}
        menu={menu}
        sort={{ value: people.sort ?? 'name', onChange: people.setSort }}
        selection={invites ? { keys, onChange: setKeys } : undefined}
        empty={
          people.isFiltered ? (
            <EmptyState
              icon={<IconUserOff />}
              title="No matching people"
              action={
                <Button variant="default" onClick={people.clear}>
                  Show everyone
                </Button>
              }
            />
          ) : (
            <EmptyState
              icon={<IconUsers />}
              title="Nobody here yet"
              action={
                <Button variant="default" onClick={onInvite}>
                  Invite people
                </Button>
              }
            >
              People you invite appear here.
            </EmptyState>
          )
        }
      />
      {members.dialog}
      {accessOf && (
        <AccessDialog orgId={orgId} invitation={accessOf} onClosed={() => setAccessOf(null)} />
      )}
    </>
  );
}
