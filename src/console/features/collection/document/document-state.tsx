import { Button } from '@mantine/core';
import { Permitted } from '#console/modules/permission/permitted.tsx';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { StatusBadge, type Tone } from '#console/ui/display/status-badge.tsx';
import { EmptyState } from '#console/ui/feedback/empty-state.tsx';
import type { Document } from '#generated/model/index.ts';
import classes from './document.module.css';
import { useDocumentActions } from './use-document-actions.ts';

const states: Record<Document['state'], { label: string; tone: Tone }> = {
  waiting: { label: 'Waiting', tone: 'neutral' },
  extracting: { label: 'Extracting', tone: 'accent' },
  splitting: { label: 'Splitting', tone: 'accent' },
  embedding: { label: 'Embedding', tone: 'accent' },
  ready: { label: 'Ready', tone: 'success' },
  failed: { label: 'Failed', tone: 'danger' },
  cancelled: { label: 'Cancelled', tone: 'neutral' },
};

export function DocumentState({ state }: Pick<Document, 'state'>) {
  const { label, tone } = states[state];
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
export function IndexingError({ document, error }: IndexingErrorProps) {
  const { orgId, projectId } = useActiveProject();
  const actions = useDocumentActions();
  return (
    <div className={classes.notice} data-tone="danger" role="status">
      <p>
        {error.message} {error.detail}
      </p>
      <Permitted on={{ level: 'project', orgId, projectId }} name="edit">
        <Button size="compact-sm" variant="default" onClick={() => void actions.retry(document)}>
          Retry
        </Button>
      </Permitted>
    </div>
  );
}

/** Shown in place of the text of a document that has none. */
export function NoText({ document }: { document: Document }) {
  const { orgId, projectId } = useActiveProject();
  const actions = useDocumentActions();
  const { error, progress, state } = document;
  if (error)
    return (
      <EmptyState
        title={error.message}
        action={
          <Permitted on={{ level: 'project', orgId, projectId }} name="edit">
            <Button variant="default" onClick={() => void actions.retry(document)}>
              Retry
            </Button>
          </Permitted>
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
          <Permitted on={{ level: 'project', orgId, projectId }} name="edit">
            <Button variant="default" onClick={() => void actions.retry(document)}>
              Index again
            </Button>
          </Permitted>
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
