import type { Tone } from '#console/ui/display/status-badge.tsx';
import type { DocumentState } from '#generated/model/index.ts';

/** What people call the states of documents, in the order in which a list can be filtered by them. */
export const DOCUMENT_STATES: Readonly<Record<DocumentState, { label: string; tone: Tone }>> = {
  ready: { label: 'Ready', tone: 'success' },
  failed: { label: 'Failed', tone: 'danger' },
  waiting: { label: 'Waiting', tone: 'neutral' },
  extracting: { label: 'Extracting', tone: 'accent' },
  splitting: { label: 'Splitting', tone: 'accent' },
  embedding: { label: 'Embedding', tone: 'accent' },
  cancelled: { label: 'Cancelled', tone: 'neutral' },
};
