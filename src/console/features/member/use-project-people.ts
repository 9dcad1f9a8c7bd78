import { keepPreviousData } from '@tanstack/react-query';
import { useMemo } from 'react';
import { flatten, paged } from '#console/api/query/paging.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { useQueryParam } from '#console/ui/navigation/use-query-param.ts';
import type { ListQuery } from '#console/ui/table/data-table-types.ts';
import { useListProjectInvitationsInfinite } from '#generated/api/invitation/invitation.ts';
import { useListProjectMembersInfinite } from '#generated/api/member/member.ts';
import type { MemberSort } from '#generated/model/index.ts';
import type { ProjectEntry } from './project-people-columns.tsx';
import { pollDelay } from './use-people.ts';

/**
 * The people of the active project, those invited first. Search, filter and order are in the URL.
 * @param invites whether the signed-in person may see invitations
 */
export function useProjectPeople(invites: boolean) {
  const { orgId, projectId } = useActiveProject();
  const [search, setSearch] = useQueryParam('q');
  const [filter, setFilter] = useQueryParam('role');
  const [sort, setSort] = useQueryParam('sort');
  const q = search ?? undefined;
  const isInvited = filter === 'invited';
  const options = { ...paged, placeholderData: keepPreviousData, refetchInterval: pollDelay };
  const members = useListProjectMembersInfinite(
    orgId,
    projectId,
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
    orgId,
    projectId,
    { page_limit: 100, q },
    { query: { ...options, enabled: showsInvited } },
  );

  const entries = useMemo<ProjectEntry[]>(() => {
    const invited = showsInvited ? flatten(invitations.data) : [];
    const inside = isInvited ? [] : flatten(members.data);
    return [
      ...invited.map((invitation) => ({ key: invitation.id, invitation })),
      ...inside.map((member) => ({ key: member.user.id, member })),
    ];
  }, [members.data, invitations.data, showsInvited, isInvited]);

  const main: ListQuery = isInvited ? invitations : members;
  // All invitations are loaded before further members, since they are above them.
  const next: ListQuery = showsInvited && invitations.hasNextPage ? invitations : main;
  const query: ListQuery = {
    ...next,
    isPending: main.isPending,
    error: main.error,
    refetch: main.refetch,
  };
  return { entries, query, search: search ?? '', setSearch, filter, setFilter, sort, setSort };
}
