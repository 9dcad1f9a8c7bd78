import { type ComponentType, lazy } from 'react';
import type { Collection } from '#generated/model/index.ts';

/** The props of every tab of a collection. */
export interface CollectionTabProps {
  collection: Collection;
}

interface CollectionTab {
  id: string;
  label: string;
  Tab: ComponentType<CollectionTabProps>;
}

const DocumentsTab = lazy(() =>
  import('./documents/documents-tab.tsx').then((m) => ({ default: m.DocumentsTab })),
);
const SearchTab = lazy(() => import('./search-tab.tsx').then((m) => ({ default: m.SearchTab })));
const SettingsTab = lazy(() =>
  import('./settings-tab.tsx').then((m) => ({ default: m.SettingsTab })),
);
const ApiTab = lazy(() => import('./api-tab.tsx').then((m) => ({ default: m.ApiTab })));

/**
 * The tabs of a collection, each loaded when it is first opened.
 * @param SourcesTab from another feature
 */
export function collectionTabs(
  SourcesTab: ComponentType<CollectionTabProps>,
): readonly CollectionTab[] {
  return [
    { id: 'documents', label: 'Documents', Tab: DocumentsTab },
    { id: 'sources', label: 'Sources', Tab: SourcesTab },
    { id: 'search', label: 'Search', Tab: SearchTab },
    { id: 'settings', label: 'Settings', Tab: SettingsTab },
    { id: 'api', label: 'API', Tab: ApiTab },
  ];
}
