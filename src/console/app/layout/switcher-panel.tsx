import { Popover } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Org, Project } from '#generated/model/index.ts';
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
import { useSwitcherLists } from './use-switcher-lists.ts';

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
