import { lazy } from 'react';
import { CollectionPage } from '../features/collection/collection-page.tsx';

const SourcesTab = lazy(() =>
  import('../features/datasource/sources-tab.tsx').then((m) => ({ default: m.SourcesTab })),
);

/** The page of a collection, with the tab that another feature adds to it. */
export function CollectionPageWithSources() {
  return <CollectionPage SourcesTab={SourcesTab} />;
}
