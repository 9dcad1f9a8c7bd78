import { NavLink } from 'react-router-dom';
import classes from './nav-tabs.module.css';
import { prefetchPage } from './prefetch.ts';

type NavTabsProps = { label: string; tabs: readonly { label: string; to: string }[] };

/** Tabs that are pages: each has its URL. */
export function NavTabs({ label, tabs }: NavTabsProps) {
  return (
    <nav className={classes.tabs} aria-label={label}>
      {tabs.map((tab) => (
        <NavLink
          key={tab.to}
          to={tab.to}
          className={classes.tab}
          onPointerEnter={() => prefetchPage(tab.to)}
          onFocus={() => prefetchPage(tab.to)}
        >
          {tab.label}
        </NavLink>
      ))}
    </nav>
  );
}
