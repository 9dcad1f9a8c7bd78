import { Skeleton, VisuallyHidden } from '@mantine/core';
import { IconSelector } from '@tabler/icons-react';
import { onDemand } from '#console/ui/on-demand.tsx';
import { useGetOrg } from '#generated/api/org/org.ts';
import { useActiveProject } from '../../modules/selection/use-active-project.ts';
import { LogoMark } from '../../ui/display/logo.tsx';
import { Tooltip } from '../../ui/display/tooltip.tsx';
import { MenuHost } from '../../ui/menu/menu-anchor.tsx';
import { useDisclosure } from '../../ui/menu/use-disclosure.ts';
import classes from './project-switcher.module.css';

const load = () => import('./switcher-panel.tsx');
const SwitcherPanel = onDemand(load, 'SwitcherPanel');

/** Shows the active organisation and project, and opens the switcher. */
export function ProjectSwitcher({ collapsed }: { collapsed: boolean }) {
  const { orgId, project } = useActiveProject();
  const { data: org } = useGetOrg(orgId, { query: { meta: { silent: true } } });
  const { opened, close, button } = useDisclosure('dialog');
  const label = `${project.name}, ${org?.name ?? ''}: switch project`;
  return (
    <MenuHost>
      <Tooltip label={project.name} position="right" disabled={!collapsed || opened}>
        <button
          type="button"
          className={classes.button}
          data-collapsed={collapsed || undefined}
          aria-label={collapsed ? label : undefined}
          {...button}
          onPointerEnter={load}
          onFocus={load}
        >
          <LogoMark size={24} />
          {!collapsed && (
            <>
              <span className={classes.names}>
                <span className={classes.project}>{project.name}</span>
                <span className={classes.org}>
                  {org ? org.name : <Skeleton height={10} width={88} my={3} component="span" />}
                </span>
                <VisuallyHidden>: switch project</VisuallyHidden>
              </span>
              <IconSelector aria-hidden className={classes.arrows} />
            </>
          )}
        </button>
      </Tooltip>
      {opened && <SwitcherPanel onClose={close} />}
    </MenuHost>
  );
}
