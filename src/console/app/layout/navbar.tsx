import { ActionIcon } from '@mantine/core';
import {
  IconArticle,
  IconFiles,
  IconHelpCircle,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconMessages,
  IconPlayerPlay,
  IconSearch,
  IconSettings,
  IconSparkles,
  IconTemplate,
  IconUsers,
} from '@tabler/icons-react';
import { type ReactNode, Suspense, useCallback, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { lazyOf } from '#console/ui/on-demand.tsx';
import { openAssistant } from '../../modules/assistant/assistant-store.ts';
import { paths } from '../../modules/paths.ts';
import { useActiveProject } from '../../modules/selection/use-active-project.ts';
import { Shortcut } from '../../ui/display/shortcut.tsx';
import { Tooltip } from '../../ui/display/tooltip.tsx';
import { Link } from '../../ui/navigation/link.tsx';
import { useIdleLoad } from '../../ui/use-idle-load.ts';
import { openPalette } from '../palette/palette-store.ts';
import { useLayoutStore } from './layout-store.ts';
import classes from './navbar.module.css';
import { ProjectSwitcher } from './project-switcher.tsx';
import { UserMenu } from './user-menu.tsx';

const loadBell = () => import('../../features/notification/notification-bell.tsx');
const NotificationBell = lazyOf(loadBell, 'NotificationBell');
const loadBalance = () => import('./balance-chip.tsx');
const BalanceChip = lazyOf(loadBalance, 'BalanceChip');

/** The navbar: project switcher, search, pages, balance and user menu. */
export function Navbar({ collapsed, inDrawer }: { collapsed: boolean; inDrawer?: boolean }) {
  const { orgId, projectId } = useActiveProject();
  const toggle = useLayoutStore((state) => state.toggleCollapsed);
  const toggleLabel = collapsed ? 'Expand navigation' : 'Collapse navigation';
  return (
    <nav
      className={classes.navbar}
      data-collapsed={collapsed || undefined}
      data-drawer={inDrawer || undefined}
      aria-label="Main"
    >
      <ProjectSwitcher collapsed={collapsed} />
      <Tooltip label="Search and commands" position="right" disabled={!collapsed}>
        <button
          type="button"
          className={classes.search}
          onClick={openPalette}
          aria-label={collapsed ? 'Search and commands' : undefined}
        >
          <IconSearch />
          {!collapsed && (
            <>
              <span className={classes.label}>Search</span>
              <Shortcut keys={['mod', 'K']} />
            </>
          )}
        </button>
      </Tooltip>
      <div className={classes.links}>
        {pages(projectId).map(([label, to, Icon, matches]) => (
          <NavItem key={label} {...{ label, to, matches, collapsed }} icon={<Icon />} />
        ))}
      </div>
      <div className={classes.bottom}>
        <WhenIdle load={loadBell}>
          <NotificationBell collapsed={collapsed} item={classes.item} label={classes.label} />
        </WhenIdle>
        <Tooltip label="Assistant" position="right" disabled={!collapsed}>
          <button
            type="button"
            className={classes.item}
            onClick={() => openAssistant()}
            aria-label={collapsed ? 'Assistant' : undefined}
          >
            <IconHelpCircle />
            {!collapsed && <span className={classes.label}>Assistant</span>}
          </button>
        </Tooltip>
        <NavItem
          to={paths.projectSettings(projectId)}
          matches={(pathname) => /^(\/projects\/[^/]+|\/orgs\/[^/]+)?\/settings\//.test(pathname)}
          label="Settings"
          icon={<IconSettings />}
          collapsed={collapsed}
        />
        <WhenIdle load={loadBalance}>
          <BalanceChip orgId={orgId} collapsed={collapsed} />
        </WhenIdle>
        <div className={classes.person}>
          <UserMenu collapsed={collapsed} />
          {!inDrawer && (
            <Tooltip label={toggleLabel} position="right">
              <ActionIcon aria-label={toggleLabel} aria-expanded={!collapsed} onClick={toggle}>
                {collapsed ? <IconLayoutSidebarLeftExpand /> : <IconLayoutSidebarLeftCollapse />}
              </ActionIcon>
            </Tooltip>
          )}
        </div>
      </div>
    </nav>
  );
}

type PageLink = [
  label: string,
  to: string,
  icon: typeof IconFiles,
  matches?: (pathname: string) => boolean,
];

const isChat = (pathname: string) => /^\/projects\/[^/]+\/(chat|widget)s/.test(pathname);

const pages = (projectId: string): PageLink[] => [
  ['Tasks', paths.tasks(projectId), IconSparkles],
  ['Collections', paths.collections(projectId), IconFiles],
  ['Chats', paths.chats(projectId), IconMessages, isChat],
  ['Compose', paths.articles(projectId), IconArticle],
  ['Templates', paths.templates(), IconTemplate],
  ['Runs', paths.runs(projectId), IconPlayerPlay],
  ['Shared with me', paths.shared(), IconUsers],
];

/** Loads its content when the page is idle, and reserves the space until then. */
function WhenIdle({ load, children }: { load: () => Promise<unknown>; children: ReactNode }) {
  const [isLoaded, setLoaded] = useState(false);
  useIdleLoad(useCallback(() => load().then(() => setLoaded(true)), [load]));
  const place = <div className={classes.item} />;
  return isLoaded ? <Suspense fallback={place}>{children}</Suspense> : place;
}

type NavItemProps = {
  to: string;
  /** Paths that mark the item as current; by default its own and those below. */
  matches?: ((pathname: string) => boolean) | undefined;
  label: string;
  icon: ReactNode;
  collapsed: boolean;
};

/** One link in the navbar. */
function NavItem({ to, matches, label, icon, collapsed }: NavItemProps) {
  const { pathname } = useLocation();
  const active = matches ? matches(pathname) : pathname.startsWith(to);
  return (
    <Tooltip label={label} position="right" disabled={!collapsed}>
      <Link
        to={to}
        className={classes.item}
        aria-current={active ? 'page' : undefined}
        aria-label={collapsed ? label : undefined}
      >
        {icon}
        {!collapsed && <span className={classes.label}>{label}</span>}
      </Link>
    </Tooltip>
  );
}
