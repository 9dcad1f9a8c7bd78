import { keepPreviousData } from '@tanstack/react-query';
import { paged } from '#console/api/query/paging.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { useQueryParam } from '#console/ui/navigation/use-query-param.ts';
import { useListProjectInvitationsInfinite } from '#generated/api/invitation/invitation.ts';
import { useListProjectMembersInfinite } from '#generated/api/member/member.ts';
import type { MemberSort } from '#generated/model/index.ts';
import { pollDelay, useEntries } from './use-people.ts';

/**
 * The people of the active project, with invitations first. Search, filter and order are in the URL.
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

  const { entries, query } = useEntries({ members, invitations, isInvited, showsInvited });
  return { entries, query, search: search ?? '', setSearch, filter, setFilter, sort, setSort };
}
