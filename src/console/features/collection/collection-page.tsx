import { type ComponentType, Suspense, useMemo } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { paths } from '#console/modules/paths.ts';
import { useGuestReason } from '#console/modules/permission/use-thing-reason.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { StatusBadge } from '#console/ui/display/status-badge.tsx';
import { ErrorState } from '#console/ui/feedback/error-state.tsx';
import { TableSkeleton } from '#console/ui/feedback/skeletons.tsx';
import { MenuButton } from '#console/ui/menu/menu-button.tsx';
import { LinkButton } from '#console/ui/navigation/link.tsx';
import { NavTabs } from '#console/ui/navigation/nav-tabs.tsx';
import { useQueryParam } from '#console/ui/navigation/use-query-param.ts';
import { lazyOf } from '#console/ui/on-demand.tsx';
import { Page } from '#console/ui/page/page.tsx';
import type { Collection } from '#generated/model/index.ts';
import { useCollection } from './use-collection.ts';
import { useCollectionMenu } from './use-collection-menu.tsx';

interface CollectionPageProps {
  /** The data sources of a collection, which another feature contributes. */
  SourcesTab: ComponentType<CollectionTabProps>;
}

/** `/projects/:projectId/collections/:collectionId` */
export function CollectionPage({ SourcesTab }: CollectionPageProps) {
  const { projectId } = useActiveProject();
  const { collectionId = '' } = useParams();
  const [wanted] = useQueryParam('tab');
  const collection = useCollection(collectionId);
  const all = useMemo(() => collectionTabs(SourcesTab), [SourcesTab]);
  const current = all.find(({ id }) => id === wanted) ?? all[0];
  const isGuest = useGuestReason() !== null;
  const crumbs = [
    isGuest
      ? { label: 'Shared with me', to: paths.shared() }
      : { label: 'Collections', to: paths.collections(projectId) },
  ];
  const { data } = collection;

  if (collection.error && !data) {
    return (
      <Page title="Collection" area="Collections" crumbs={crumbs}>
        <ErrorState
          error={collection.error}
          onRetry={() => collection.refetch()}
          action={
            <LinkButton to={paths.collections(projectId)} variant="subtle">
              All collections
            </LinkButton>
          }
        />
      </Page>
    );
  }
  const tabs = all.map(({ id, label }) => ({
    label,
    to: paths.collection(projectId, collectionId, id),
    current: id === current?.id,
  }));
  return (
    <Page
      title={data?.name ?? 'Collection'}
      area="Collections"
      crumbs={crumbs}
      chips={data && <Chips collection={data} />}
      actions={data && <CollectionHeaderActions collection={data} />}
      tabs={<NavTabs label="Collection" tabs={tabs} />}
      fill
    >
      <Suspense fallback={<TableSkeleton />}>
        {data ? current && <current.Tab key={data.id} collection={data} /> : <TableSkeleton />}
      </Suspense>
    </Page>
  );
}

function Chips({ collection }: { collection: Collection }) {
  const { counts, is_paused } = collection;
  const unsettled = counts.waiting + counts.working;
  if (is_paused) return <StatusBadge tone="warning">Paused</StatusBadge>;
  return (
    unsettled > 0 && (
      <StatusBadge tone="accent" pulse>
        Indexing {unsettled.toLocaleString('en-GB')}
      </StatusBadge>
    )
  );
}

/** The menu in the header of a collection's page. */
function CollectionHeaderActions({ collection }: { collection: Collection }) {
  const { projectId } = useActiveProject();
  const navigate = useNavigate();
  const menu = useCollectionMenu(() => navigate(paths.collections(projectId)));
  return (
    <>
      <MenuButton actions={menu.items(collection)} width={200} />
      {menu.dialog}
    </>
  );
}

/** The props of every tab of a collection. */
interface CollectionTabProps {
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
function collectionTabs(SourcesTab: ComponentType<CollectionTabProps>): readonly CollectionTab[] {
  return [
    { id: 'documents', label: 'Documents', Tab: DocumentsTab },
    { id: 'sources', label: 'Sources', Tab: SourcesTab },
    { id: 'search', label: 'Search', Tab: SearchTab },
    { id: 'settings', label: 'Settings', Tab: SettingsTab },
    { id: 'api', label: 'API', Tab: ApiTab },
  ];
}
