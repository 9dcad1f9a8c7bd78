import { keepPreviousData } from '@tanstack/react-query';
import { useMemo } from 'react';
import { flatten, paged } from '#console/api/query/paging.ts';
import { useQueryParam } from '#console/ui/navigation/use-query-param.ts';
import type { ListQuery } from '#console/ui/table/data-table-types.ts';
import { useListInvitationsInfinite } from '#generated/api/invitation/invitation.ts';
import { useListOrgMembersInfinite } from '#generated/api/member/member.ts';
import type { MemberRoleFilter, MemberSort } from '#generated/model/index.ts';

/** How often (ms) to look who has joined. Longer lists would take a request for each page. */
const POLL_MS = 10_000;

/** Looks again only while the first page is all there is. */
export function pollDelay({ state }: { state: { data?: { pages: unknown[] } | undefined } }) {
  return (state.data?.pages.length ?? 0) > 1 ? false : POLL_MS;
}

const ROLES: readonly string[] = ['owner', 'editor', 'member', 'guest'];

/**
 * The people of an organisation, with invitations first. Search, filter and order are in the URL.
 * @param invites whether the signed-in person may see invitations
 */
export function usePeople(orgId: string, invites: boolean) {
  const [search, setSearch] = useQueryParam('q');
  const [filter, setFilter] = useQueryParam('role');
  const [sort, setSort] = useQueryParam('sort');
  const q = search ?? undefined;
  const role = ROLES.includes(filter ?? '') ? (filter as MemberRoleFilter) : undefined;
  const isInvited = filter === 'invited';
  const options = { ...paged, placeholderData: keepPreviousData, refetchInterval: pollDelay };
  const members = useListOrgMembersInfinite(
    orgId,
    { page_limit: 100, q, role, sort: (sort as MemberSort | null) ?? undefined },
    { query: { ...options, enabled: !isInvited } },
  );
  const showsInvited = invites && role === undefined;
  const invitations = useListInvitationsInfinite(
    orgId,
    { page_limit: 100, q },
    { query: { ...options, enabled: showsInvited } },
  );

  const { entries, query } = useEntries({ members, invitations, isInvited, showsInvited });
  const isFiltered = Boolean(search || filter);
  const clear = () => {
    setSearch(null);
    setFilter(null);
  };
  return {
    entries,
    query,
    search: search ?? '',
    setSearch,
    filter,
    setFilter,
    sort,
    setSort,
    isFiltered,
    clear,
  };
}

interface Rows<Row> extends ListQuery {
  data: Parameters<typeof flatten<Row>>[0];
}

interface Lists<Member, Invited> {
  members: Rows<Member>;
  invitations: Rows<Invited>;
  /** Whether only invitations are shown. */
  isInvited: boolean;
  showsInvited: boolean;
}

/** Invitations and members as one list, and the query that loads its next rows and says what went wrong. */
export function useEntries<
  Member extends { user: { id: string } },
  Invited extends { id: string },
>({ members, invitations, isInvited, showsInvited }: Lists<Member, Invited>) {
  type Row = { key: string; invitation: Invited } | { key: string; member: Member };
  const entries = useMemo<Row[]>(() => {
    const invited = showsInvited ? flatten(invitations.data) : [];
    const inside = isInvited ? [] : flatten(members.data);
    // Invitations alone would look as if nobody were a member.
    if (!isInvited && members.data === undefined) return [];
    return [
      ...invited.map((invitation) => ({ key: invitation.id, invitation })),
      ...inside.map((member) => ({ key: member.user.id, member })),
    ];
  }, [members.data, invitations.data, showsInvited, isInvited]);
  const main = isInvited ? invitations : members;
  // All invitations are loaded before further members, since they are above them.
  const next = showsInvited && invitations.hasNextPage ? invitations : main;
  const query: ListQuery = {
    ...next,
    isPending: main.isPending,
    error: main.error,
    refetch: main.refetch,
  };
  return { entries, query };
}
