import { useParams } from 'react-router-dom';
import { paths } from '#console/modules/paths.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { ErrorState } from '#console/ui/feedback/error-state.tsx';
import { Page } from '#console/ui/page/page.tsx';
import { useGetDocument } from '#generated/api/collection/collection.ts';

/** `/projects/:projectId/collections/:collectionId/documents/:documentId` */
export function DocumentPage() {
  const { orgId, projectId } = useActiveProject();
  const { collectionId = '', documentId = '' } = useParams();
  const document = useGetDocument(orgId, projectId, collectionId, documentId);
  const crumbs = [
    { label: 'Collections', to: paths.collections(projectId) },
    { label: 'Documents', to: paths.collection(projectId, collectionId, 'documents') },
  ];
  return (
    <Page title={document.data?.name ?? 'Document'} area="Collections" crumbs={crumbs}>
      {document.error && !document.data && (
        <ErrorState error={document.error} onRetry={() => document.refetch()} />
      )}
    </Page>
  );
}
