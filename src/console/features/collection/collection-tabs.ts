import type { ComponentType } from 'react';
import { lazyOf } from '#console/ui/on-demand.tsx';
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

const DocumentsTab = lazyOf(() => import('./documents/documents-tab.tsx'), 'DocumentsTab');
const SearchTab = lazyOf(() => import('./search-tab.tsx'), 'SearchTab');
const SettingsTab = lazyOf(() => import('./settings-tab.tsx'), 'SettingsTab');
const ApiTab = lazyOf(() => import('./api-tab.tsx'), 'ApiTab');

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
