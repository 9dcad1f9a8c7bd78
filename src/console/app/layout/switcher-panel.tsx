import { Popover } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { ORG_PAGE_LIMIT, PROJECT_PAGE_LIMIT } from '#console/modules/selection/page-limits.ts';
import { useListOrgs } from '#generated/api/org/org.ts';
import { getListProjectsQueryOptions, useListProjects } from '#generated/api/project/project.ts';
import type { Org, Project } from '#generated/model/index.ts';
import { JoinOffer } from '../../modules/capture/join-offer.tsx';
import { paths } from '../../modules/paths.ts';
import { Permitted } from '../../modules/permission/permitted.tsx';
import { useSelectionStore } from '../../modules/selection/selection-store.ts';
import { useActiveProject } from '../../modules/selection/use-active-project.ts';
import { toast } from '../../ui/feedback/toast.ts';
import { useReturnFocus } from '../../ui/keyboard/use-return-focus.ts';
import { MenuAnchor } from '../../ui/menu/menu-anchor.tsx';
import classes from './project-switcher.module.css';
import { SwitcherList } from './switcher-list.tsx';

/** The switcher: projects of the organisation, other organisations, and links to create either. */
export function SwitcherPanel({ onClose }: { onClose: () => void }) {
  useReturnFocus();
  const { orgId, projectId } = useActiveProject();
  const client = useQueryClient();
  const navigate = useNavigate();
  const select = useSelectionStore((state) => state.select);
  const [search, setSearch] = useState('');
  const q = search.trim() || undefined;
  // Others may have added to these lists, so they are refetched each time the panel opens.
  const fresh = { query: { staleTime: 10_000, meta: { silent: true } } };
  const projects = useListProjects(orgId, { page_limit: PROJECT_PAGE_LIMIT, q }, fresh);
  const orgs = useListOrgs({ page_limit: ORG_PAGE_LIMIT, q }, fresh);

  const go = (path: string) => {
    onClose();
    navigate(path);
  };
  const openProject = (project: Pick<Project, 'id' | 'org_id'>) => {
    select({ projectId: project.id, orgId: project.org_id });
    go(paths.tasks(project.id));
  };
  const openOrg = async (org: Org) => {
    const options = getListProjectsQueryOptions(org.id, { page_limit: 1 });
    const { results } = await client.fetchQuery({ ...options, staleTime: 0 });
    if (results[0]) openProject(results[0]);
    else toast.info(`You don't have access to any project in ${org.name}.`);
  };

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
        <SwitcherList
          search={search}
          onSearch={setSearch}
          groups={[
            {
              label: 'Projects',
              query: projects,
              items: (projects.data?.results ?? []).map((project) => ({
                id: project.id,
                label: project.name,
                current: project.id === projectId,
                open: () => openProject(project),
              })),
            },
            {
              label: 'Organisations',
              query: orgs,
              items: (orgs.data?.results ?? []).map((org) => ({
                id: org.id,
                label: org.name,
                current: org.id === orgId,
                open: () => (org.id === orgId ? onClose() : openOrg(org)),
              })),
            },
          ]}
        />
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
