import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { refreshUnder } from '#console/api/query/refresh-under.ts';
import { paths } from '#console/modules/paths.ts';
import { EditButton, useEditPermission } from '#console/modules/people/edit-button.tsx';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { formatBytes } from '#console/modules/upload/bytes.ts';
import { StatusBadge } from '#console/ui/display/status-badge.tsx';
import { formatDateTime, RelativeTime } from '#console/ui/display/time.tsx';
import { Tooltip } from '#console/ui/display/tooltip.tsx';
import { EmptyState } from '#console/ui/feedback/empty-state.tsx';
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
import { DOCUMENT_STATES } from './document/document-states.ts';
import { DocumentViewer } from './document/document-viewer.tsx';
import { KIND_LABELS } from './document/kind-labels.ts';
import { useDocumentActions } from './document/use-document-actions.ts';
import { useDocumentMenu, whyNotFound } from './document/use-document-menu.tsx';

/** How often (ms) to refetch a document that is being indexed. */
const POLL_MS = 1500;

/** `/projects/:projectId/collections/:collectionId/documents/:documentId`: the text of a document, and its chunks. */
export function DocumentPage() {
  const { at, projectId } = useActiveProject();
  const { collectionId = '', documentId = '' } = useParams();
  const collection = useGetCollection(...at, collectionId);
  const document = useGetDocument(...at, collectionId, documentId, {
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
  const { projectId } = useActiveProject();
  const { reason } = useEditPermission();
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
      <MenuButton actions={menu.items(document)} width={220} />
      {menu.dialog}
    </>
  );
}

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

/** More tags than these would take the room of the text on a phone. */
const TAGS_SHOWN = 5;

/** A document's kind, size, origin and tags in one line. */
function DocumentFacts({ document }: { document: Document }) {
  const { kind, size, pages, chunks, language, origin, tags, dated_at, updated_at } = document;
  return (
    <div className={classes.bar}>
      {kind && <span>{KIND_LABELS[kind]}</span>}
      <span>{formatBytes(size)}</span>
      {pages !== null && pages > 0 && <span>{pages === 1 ? '1 page' : `${pages} pages`}</span>}
      <span>{chunks === 1 ? '1 chunk' : `${chunks} chunks`}</span>
      {language && <span lang="en">Language: {language}</span>}
      <Tooltip label={`Date of the document: ${formatDateTime(dated_at)}`}>
        <span>
          Updated <RelativeTime value={updated_at} />
        </span>
      </Tooltip>
      {origin.url && /^https?:/i.test(origin.url) && (
        <a
          className={classes.link}
          href={origin.url}
          title={origin.url}
          target="_blank"
          rel="noopener noreferrer"
        >
          {origin.url}
        </a>
      )}
      {tags.length > 0 && (
        <span className={classes.tags}>
          {tags.slice(0, TAGS_SHOWN).map((tag) => (
            <span key={tag} className={classes.tag}>
              {tag}
            </span>
          ))}
          {tags.length > TAGS_SHOWN && (
            <Tooltip label={tags.slice(TAGS_SHOWN).join(', ')}>
              <span className={classes.tag}>+{tags.length - TAGS_SHOWN}</span>
            </Tooltip>
          )}
        </span>
      )}
    </div>
  );
}

function DocumentState({ state }: Pick<Document, 'state'>) {
  const { label, tone } = DOCUMENT_STATES[state];
  return (
    <StatusBadge tone={tone} pulse={tone === 'accent'} dot>
      {label}
    </StatusBadge>
  );
}

interface IndexingErrorProps {
  document: Document;
  error: NonNullable<Document['error']>;
}

/** Shown above the text of a document that couldn't be indexed. */
function IndexingError({ document, error }: IndexingErrorProps) {
  const actions = useDocumentActions();
  return (
    <div className={classes.notice} data-tone="danger" role="status">
      <p>
        {error.message} {error.detail}
      </p>
      <EditButton size="compact-sm" variant="default" onClick={() => void actions.retry(document)}>
        Retry
      </EditButton>
    </div>
  );
}

/** Shown in place of the text of a document that has none. */
function NoText({ document }: { document: Document }) {
  const actions = useDocumentActions();
  const { error, progress, state } = document;
  if (error)
    return (
      <EmptyState
        title={error.message}
        action={
          <EditButton variant="default" onClick={() => void actions.retry(document)}>
            Retry
          </EditButton>
        }
      >
        {error.detail}
      </EmptyState>
    );
  if (state === 'cancelled')
    return (
      <EmptyState
        title="Indexing was cancelled"
        action={
          <EditButton variant="default" onClick={() => void actions.retry(document)}>
            Index again
          </EditButton>
        }
      />
    );
  const place = progress?.queue_position;
  return (
    <EmptyState title={state === 'waiting' ? 'Waiting to be indexed' : 'Reading the document…'}>
      {progress?.waiting_for ??
        (place ? `Number ${place} in the queue.` : null) ??
        'Its text appears here in a moment.'}
    </EmptyState>
  );
}
