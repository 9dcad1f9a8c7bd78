import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { paged } from '#console/api/query/paging.ts';
import { queryKeys } from '#console/api/query/query-keys.ts';
import { ORG_PAGE_LIMIT, PROJECT_PAGE_LIMIT } from '#console/modules/selection/page-limits.ts';
import { getListOrgsQueryKey, listOrgs, useGetOrg } from '#generated/api/org/org.ts';
import { getListProjectsQueryKey, listProjects } from '#generated/api/project/project.ts';
import type { Membership } from '#generated/model/index.ts';
import { useActiveProject } from '../../modules/selection/use-active-project.ts';

/** Others may have added to the lists, so they are refetched when the switcher opens, unless it was open just now. */
const options = {
  ...paged,
  initialPageParam: undefined as string | undefined,
  placeholderData: keepPreviousData,
  staleTime: 10_000,
  meta: { silent: true },
};

/**
 * The projects of the active organisation, the organisations that the person belongs to, and those in which only
 * projects are shared with them. What is open comes first if the list's first page lacks it. The generated hooks for
 * these lists would be part of the console's first screen.
 * @param q what the names must contain; everything if undefined
 */
export function useSwitcherLists(q: string | undefined) {
  const { orgId, project } = useActiveProject();
  const org = useGetOrg(orgId, { query: { meta: { silent: true } } }).data;
  const projects = useInfiniteQuery({
    ...options,
    queryKey: queryKeys.switcher(getListProjectsQueryKey(orgId), q),
    queryFn: ({ pageParam, signal }) =>
      listProjects(orgId, { page_limit: PROJECT_PAGE_LIMIT, q, cursor: pageParam }, { signal }),
  });
  const orgsOf = (membership: Membership) => ({
    ...options,
    queryKey: queryKeys.switcher(getListOrgsQueryKey({ membership }), q),
    queryFn: ({ pageParam, signal }: { pageParam: string | undefined; signal: AbortSignal }) =>
      listOrgs({ page_limit: ORG_PAGE_LIMIT, membership, q, cursor: pageParam }, { signal }),
  });
  const own = useInfiniteQuery(orgsOf('member'));
  const shared = useInfiniteQuery(orgsOf('shared'));
  // While searching, only what was found is listed.
  const open = <T>(item: T | undefined) => (q === undefined ? item : undefined);
  const isShared = org?.role === null;
  return {
    projects: { query: projects, items: withOpen(projects.data?.pages, open(project)) },
    own: { query: own, items: withOpen(own.data?.pages, open(isShared ? undefined : org)) },
    shared: {
      query: shared,
      items: withOpen(shared.data?.pages, open(isShared ? org : undefined)),
    },
  };
}

/** All that is loaded. What is open is never further down than the first page: a later page must not move it. */
function withOpen<T extends { id: string }>(
  pages: { results: T[] }[] | undefined,
  open: T | undefined,
): T[] {
  const [first, ...later] = (pages ?? []).map(({ results }) => results);
  if (!first) return [];
  if (!open || first.some(({ id }) => id === open.id)) return [...first, ...later.flat()];
  return [open, ...first, ...later.flat().filter(({ id }) => id !== open.id)];
}
