import { useEffect, useRef } from 'react';
import { NavLink, useLocation } from 'react-router-dom';
import { Link, pathOf } from './link.tsx';
import classes from './nav-tabs.module.css';
import { prefetchPage } from './prefetch.ts';

type NavTabsProps = {
  label: string;
  /**
   * `end`: the paths below it belong to other tabs. `current`: whether it is the current one, for tabs that differ only
   * in their query.
   */
  tabs: readonly { label: string; to: string; end?: boolean; current?: boolean }[];
};

/**
 * Tabs that are pages, each with its own URL: links, where Mantine's Tabs are buttons. On a narrow screen they scroll,
 * with the current tab in view.
 */
export function NavTabs({ label, tabs }: NavTabsProps) {
  const bar = useRef<HTMLElement>(null);
  const { pathname, search } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the URL determines the current tab
  useEffect(() => {
    const current = bar.current?.querySelector('[aria-current="page"]');
    current?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [pathname, search]);
  return (
    <nav ref={bar} className={classes.tabs} aria-label={label}>
      {tabs.map((tab) =>
        tab.current !== undefined ? (
          <Link
            key={tab.to}
            to={tab.to}
            className={classes.tab}
            aria-current={tab.current ? 'page' : undefined}
          >
            {tab.label}
          </Link>
        ) : (
          <NavLink
            key={tab.to}
            to={tab.to}
            end={tab.end ?? false}
            className={classes.tab}
            onPointerEnter={() => prefetchPage(pathOf(tab.to))}
            onFocus={() => prefetchPage(pathOf(tab.to))}
          >
            {tab.label}
          </NavLink>
        ),
      )}
    </nav>
  );
}
