import { Button } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { refreshUnder } from '#console/api/query/refresh-under.ts';
import { paths } from '#console/modules/paths.ts';
import { usePermission } from '#console/modules/permission/use-permission.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { Loaded } from '#console/ui/feedback/loaded.tsx';
import { TextSkeleton } from '#console/ui/feedback/skeletons.tsx';
import { MenuButton } from '#console/ui/menu/menu-button.tsx';
import { LinkButton } from '#console/ui/navigation/link.tsx';
import { Page } from '#console/ui/page/page.tsx';
import {
  getGetDocumentUrl,
  useGetCollection,
  useGetDocument,
} from '#generated/api/collection/collection.ts';
import type { Document } from '#generated/model/index.ts';
import classes from './document/document.module.css';
import { DocumentFacts } from './document/document-facts.tsx';
import { DocumentState, IndexingError, NoText } from './document/document-state.tsx';
import { DocumentViewer } from './document/document-viewer.tsx';
import { useDocumentMenu, whyNotFound } from './document/use-document-menu.tsx';

/** Refetches the text and chunks when a document has been reindexed. */
function useNewText(document: Document | undefined): void {
  const { orgId, projectId } = useActiveProject();
  const client = useQueryClient();
  const seen = useRef<string | null>(null);
  useEffect(() => {
    if (!document) return;
    const { id, collection_id, ready_at } = document;
    const version = `${id} ${ready_at}`;
    const isNew = seen.current !== null && seen.current !== version;
    seen.current = version;
    if (isNew) void refreshUnder(client, getGetDocumentUrl(orgId, projectId, collection_id, id));
  }, [client, document, orgId, projectId]);
}

/** How often (ms) to refetch a document that is being indexed. */
const POLL_MS = 1500;

/** `/projects/:projectId/collections/:collectionId/documents/:documentId`: the text of a document, and its chunks. */
export function DocumentPage() {
  const { orgId, projectId } = useActiveProject();
  const { collectionId = '', documentId = '' } = useParams();
  const collection = useGetCollection(orgId, projectId, collectionId);
  const document = useGetDocument(orgId, projectId, collectionId, documentId, {
    query: { refetchInterval: ({ state }) => (state.data?.progress ? POLL_MS : false) },
  });
  const { data } = document;
  useNewText(data);
  const crumbs = [
    { label: 'Collections', to: paths.collections(projectId) },
    {
      label: collection.data?.name ?? 'Collection',
      to: paths.collection(projectId, collectionId),
    },
  ];
  const hasText = data && (data.state === 'ready' || data.characters > 0);

  return (
    <Page
      title={data?.name ?? 'Document'}
      area="Collections"
      crumbs={crumbs}
      chips={data && <DocumentState state={data.state} />}
      actions={data && <DocumentMenu document={data} />}
      fill
    >
      <Loaded query={document} skeleton={<TextSkeleton lines={12} />}>
        {(data) => (
          <>
            <DocumentFacts document={data} />
            {hasText && data.error && <IndexingError document={data} error={data.error} />}
            {hasText ? (
              // A different version of the text has different chunks.
              <DocumentViewer key={`${data.id} ${data.ready_at}`} document={data} />
            ) : (
              <NoText document={data} />
            )}
          </>
        )}
      </Loaded>
    </Page>
  );
}

/** The buttons in the header of a document's page. */
function DocumentMenu({ document }: { document: Document }) {
  const { orgId, projectId } = useActiveProject();
  const { reason } = usePermission({ level: 'project', orgId, projectId }, 'edit');
  const navigate = useNavigate();
  const menu = useDocumentMenu(reason, () =>
    navigate(paths.collection(projectId, document.collection_id)),
  );
  return (
    <>
      <LinkButton
        variant="default"
        to={whyNotFound(projectId, document)}
        className={classes.wide ?? ''}
      >
        Why wasn't this found?
      </LinkButton>
      <MenuButton actions={menu.items(document)} width={220}>
        <Button variant="default" px={8} aria-label="More actions">
          <IconDots />
        </Button>
      </MenuButton>
      {menu.dialog}
    </>
  );
}
