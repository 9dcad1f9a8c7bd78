import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { Tooltip } from '../../ui/display/tooltip.tsx';
import { Link } from '../../ui/navigation/link.tsx';
import classes from './navbar.module.css';

type NavItemProps = {
  to: string;
  /** Paths that mark the item as current; by default its own and those below. */
  matches?: ((pathname: string) => boolean) | undefined;
  label: string;
  icon: ReactNode;
  collapsed: boolean;
};

/** One link in the navbar. */
export function NavItem({ to, matches, label, icon, collapsed }: NavItemProps) {
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
