import { useEffect, useRef } from 'react';
import { NavLink, useLocation } from 'react-router-dom';
import { pathOf } from './link.tsx';
import classes from './nav-tabs.module.css';
import { prefetchPage } from './prefetch.ts';

type NavTabsProps = {
  label: string;
  /** `end`: the paths below it belong to other tabs. */
  tabs: readonly { label: string; to: string; end?: boolean }[];
};

/**
 * Tabs that are pages, each with its own URL: links, where Mantine's Tabs are buttons. On a narrow screen they scroll,
 * with the current tab in view.
 */
export function NavTabs({ label, tabs }: NavTabsProps) {
  const bar = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path determines the current tab
  useEffect(() => {
    const current = bar.current?.querySelector('[aria-current="page"]');
    current?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [pathname]);
  return (
    <nav ref={bar} className={classes.tabs} aria-label={label}>
      {tabs.map((tab) => (
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
      ))}
    </nav>
  );
}
