import { EditButton } from '#console/modules/people/edit-button.tsx';
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
export function NoText({ document }: { document: Document }) {
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
