import { lazyOf } from '#console/ui/on-demand.tsx';
import { CollectionPage } from '../features/collection/collection-page.tsx';

const SourcesTab = lazyOf(() => import('../features/datasource/sources-tab.tsx'), 'SourcesTab');

/** The page of a collection, with the tab that another feature adds to it. */
export function CollectionPageWithSources() {
  return <CollectionPage SourcesTab={SourcesTab} />;
}
