import { Popover } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { paged } from '#console/api/query/paging.ts';
import { queryKeys } from '#console/api/query/query-keys.ts';
import { ORG_PAGE_LIMIT, PROJECT_PAGE_LIMIT } from '#console/modules/selection/page-limits.ts';
import { getListOrgsQueryKey, listOrgs, useGetOrg } from '#generated/api/org/org.ts';
import { getListProjectsQueryKey, listProjects } from '#generated/api/project/project.ts';
import type { Membership, Org, Project } from '#generated/model/index.ts';
import { JoinOffer } from '../../modules/capture/join-offer.tsx';
import { paths } from '../../modules/paths.ts';
import { Permitted } from '../../modules/permission/permitted.tsx';
import { projectToOpen } from '../../modules/selection/open-org.ts';
import { useSelectionStore } from '../../modules/selection/selection-store.ts';
import { useActiveProject } from '../../modules/selection/use-active-project.ts';
import { attempt } from '../../ui/feedback/attempt.ts';
import { toast } from '../../ui/feedback/toast.ts';
import { useReturnFocus } from '../../ui/keyboard/use-return-focus.ts';
import { MenuAnchor } from '../../ui/menu/menu-anchor.tsx';
import type { ListQuery } from '../../ui/table/data-table-types.ts';
import classes from './project-switcher.module.css';
import { type SwitcherGroup, SwitcherList } from './switcher-list.tsx';

/** The switcher: projects of the organisation, other organisations, and links to create either. */
export function SwitcherPanel({ onClose }: { onClose: () => void }) {
  useReturnFocus();
  const { orgId, projectId } = useActiveProject();
  const client = useQueryClient();
  const navigate = useNavigate();
  const select = useSelectionStore((state) => state.select);
  const [search, setSearch] = useState('');
  const [searched] = useDebouncedValue(search.trim(), 120);
  const { projects, own, shared } = useSwitcherLists(searched || undefined);
  const opening = useRef<AbortController>(null);
  useEffect(() => () => opening.current?.abort(), []);

  const go = (path: string) => {
    onClose();
    navigate(path);
  };
  const openProject = (project: Pick<Project, 'id' | 'org_id'>) => {
    select({ projectId: project.id, orgId: project.org_id });
    go(paths.tasks(project.id));
  };
  const openOrg = (org: Org) => {
    if (org.id === orgId) return onClose();
    // What is chosen later counts, and nothing opens once the switcher is closed.
    opening.current?.abort();
    opening.current = new AbortController();
    const { signal } = opening.current;
    const open = async () => {
      const project = await projectToOpen(client, org.id, signal);
      if (signal.aborted) return;
      if (project) openProject(project);
      else toast.info(`You don't have access to any project in ${org.name}.`);
    };
    return attempt(open, { handle: () => signal.aborted });
  };
  const toGroup = <T extends { id: string; name: string }>(
    label: string,
    { query, items }: { query: ListQuery; items: T[] },
    currentId: string,
    open: (item: T) => unknown,
  ): SwitcherGroup => ({
    label,
    query,
    isFresh: search.trim() === searched && !query.isPending && !query.isPlaceholderData,
    items: items.map((item) => ({
      id: item.id,
      label: item.name,
      current: item.id === currentId,
      open: () => open(item),
    })),
  });
  const groups = [
    toGroup('Projects', projects, projectId, openProject),
    toGroup('Organisations', own, orgId, openOrg),
    { ...toGroup('Shared with you', shared, orgId, openOrg), isOptional: true },
  ];

  return (
    <Popover
      opened
      onDismiss={onClose}
      onClose={onClose}
      position="bottom-start"
      width={280}
      trapFocus
      withRoles={false}
    >
      <Popover.Target>
        <MenuAnchor />
      </Popover.Target>
      <Popover.Dropdown p={0} role="dialog" aria-label="Projects and organisations">
        <SwitcherList search={search} onSearch={setSearch} groups={groups} />
        <JoinOffer />
        <div className={classes.footer}>
          <Permitted on={{ level: 'organization', orgId }} name="create_project">
            <button
              type="button"
              className={classes.item}
              onClick={() => go(paths.newProject(orgId))}
            >
              Create project
            </button>
          </Permitted>
          <button type="button" className={classes.item} onClick={() => go(paths.newOrg())}>
            Create organisation
          </button>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}

/** Others may have added to the lists, so they are refetched when the switcher opens, unless it was open just now. */
const SWITCHER_QUERY = {
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
function useSwitcherLists(q: string | undefined) {
  const { orgId, project } = useActiveProject();
  const org = useGetOrg(orgId, { query: { meta: { silent: true } } }).data;
  const projects = useInfiniteQuery({
    ...SWITCHER_QUERY,
    queryKey: queryKeys.switcher(getListProjectsQueryKey(orgId), q),
    queryFn: ({ pageParam, signal }) =>
      listProjects(orgId, { page_limit: PROJECT_PAGE_LIMIT, q, cursor: pageParam }, { signal }),
  });
  const orgsOf = (membership: Membership) => ({
    ...SWITCHER_QUERY,
    queryKey: queryKeys.switcher(getListOrgsQueryKey({ membership }), q),
    queryFn: ({ pageParam, signal }: { pageParam: string | undefined; signal: AbortSignal }) =>
      listOrgs({ page_limit: ORG_PAGE_LIMIT, membership, q, cursor: pageParam }, { signal }),
  });
  const own = useInfiniteQuery(orgsOf('member'));
  const shared = useInfiniteQuery(orgsOf('shared'));
  // While searching, only what was found is listed.
  const open = <T,>(item: T | undefined) => (q === undefined ? item : undefined);
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
