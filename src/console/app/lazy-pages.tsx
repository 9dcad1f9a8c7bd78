import { Skeleton } from '@mantine/core';
import { type ComponentType, lazy, Suspense, useState } from 'react';
import { matchPath, type RouteObject } from 'react-router-dom';
import { TableSkeleton } from '../ui/feedback/skeletons.tsx';
import { RouteError } from './errors/route-error.tsx';
import classes from './layout/page-skeleton.module.css';
import type { RouteFlags } from './route-flags.ts';

interface LoadedPage {
  default: ComponentType;
  /** For pages with pages of their own: starts loading the code of the one at a path. */
  preload?: (path: string) => void;
}

export interface Page {
  paths: [route: string, ...others: string[]];
  flags?: RouteFlags;
  load: () => Promise<LoadedPage>;
}

/**
 * The routes of pages that load when they are needed, or shortly before. A page shows a skeleton while its code loads.
 * @param pages each page: its route, other paths that need its code, its flags, and how it is loaded
 * @returns the routes; and `preload`, which starts loading the code of the page at a path. A failure is reported when
 * the page is opened.
 */
export function lazyPages(pages: readonly Page[]): {
  routes: RouteObject[];
  preload: (path: string) => void;
} {
  const all = pages.map(lazyPage);
  return {
    routes: all.map(({ route }) => route),
    preload: (path) => {
      const pathname = path.split(/[?#]/)[0] ?? '/';
      const page = all.find(({ paths }) => paths.some((each) => matchPath(each, pathname)));
      page?.load().then(
        ({ preload }) => preload?.(path),
        () => undefined,
      );
    },
  };
}

function lazyPage({ paths, flags, load: importPage }: Page) {
  let loaded: ComponentType | undefined;
  const load = async () => {
    const module = await importPage();
    loaded = module.default;
    return module;
  };
  const Lazy = lazy(load);
  const element = <PageHost key={paths[0]} page={() => loaded ?? Lazy} />;
  return {
    paths,
    load,
    route: { path: paths[0], element, errorElement: <RouteError />, handle: flags },
  };
}

/**
 * Renders a page. If its code is already loaded, it renders immediately: React would keep even a momentary
 * skeleton on screen for 300 ms.
 */
function PageHost({ page }: { page: () => ComponentType }) {
  // Decided once, since the page must not remount when its code arrives.
  const [Page] = useState(page);
  return (
    <Suspense fallback={<PageSkeleton />}>
      <Page />
    </Suspense>
  );
}

/** A module whose default export is the page, as React's `lazy` wants it. */
export function as(component: ComponentType): LoadedPage {
  return { default: component };
}

/** A skeleton of a page: its header row and some rows. */
function PageSkeleton() {
  return (
    <div className={classes.page}>
      <div className={classes.header}>
        <Skeleton height={16} width={120} />
      </div>
      <div className={classes.body}>
        <TableSkeleton />
      </div>
    </div>
  );
}
