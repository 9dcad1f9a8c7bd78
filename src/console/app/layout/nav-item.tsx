import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { Link } from '../../ui/link.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';
import classes from './navbar.module.css';

type NavItemProps = {
  to: string;
  /** Other addresses that belong to it. */
  under?: readonly string[];
  label: string;
  icon: ReactNode;
  collapsed: boolean;
};

/** One link of the navbar. */
export function NavItem({ to, under = [], label, icon, collapsed }: NavItemProps) {
  const { pathname } = useLocation();
  const active = [to, ...under].some((path) => pathname.startsWith(path));
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
