import { useLocation, useRoutes } from 'react-router-dom';
import { PageBarContext } from '../../ui/page/page-frame.ts';
import { NotFound } from '../errors/not-found.tsx';
import { lazyPages } from '../lazy-pages.tsx';
import classes from './settings-area.module.css';
import { SettingsSelect, SettingsSidebar } from './settings-nav.tsx';
import { settingsPages } from './settings-pages.tsx';

const { routes: settingsRoutes, preload: preloadSettings } = lazyPages(settingsPages);

export { preloadSettings };

/** The settings: their navigation and a page. */
export function SettingsArea() {
  const { pathname } = useLocation();
  const page = useRoutes(routesBelow(pathname));
  return (
    <div className={classes.area}>
      <SettingsSidebar />
      <PageBarContext value={<SettingsSelect />}>
        <div className={classes.page}>{page}</div>
      </PageBarContext>
    </div>
  );
}

/** The area's own route takes the path up to `settings/`, so the routes of its pages begin after it. */
const areas = Map.groupBy(settingsRoutes, ({ path = '' }) => path.split('/')[1] ?? '');
const routes = new Map(
  [...areas].map(([area, pages]) => [
    area,
    [
      ...pages.map((route) => ({ ...route, path: route.path?.split('/settings/')[1] })),
      { path: '*', element: <NotFound /> },
    ],
  ]),
);

function routesBelow(pathname: string) {
  return routes.get(pathname.split('/')[1] ?? '') ?? [];
}
