import { countColumn, timeColumn } from '#console/ui/table/columns.tsx';
import type { Column } from '#console/ui/table/data-table.tsx';
import type { Document } from '#generated/model/index.ts';
import { KIND_LABELS } from '../document/kind-labels.ts';
import { DocumentStatus } from './document-status.tsx';

/**
 * The columns of the list of documents.
 * @param onRetry retries a failed document; absent without permission
 */
export const documentColumns = (
  onRetry?: (document: Document) => void,
): readonly Column<Document>[] => [
  {
    header: 'Name',
    sort: 'name',
    width: 'minmax(0, 1.6fr)',
    cell: ({ name }) => (
      <span className="tl-truncate" title={name}>
        {name}
      </span>
    ),
  },
  {
    header: 'Type',
    width: '88px',
    hideBelow: 'md',
    cell: ({ kind }) => (kind ? KIND_LABELS[kind] : '–'),
  },
  {
    header: 'Tags',
    width: 'minmax(0, 0.7fr)',
    hideBelow: 'lg',
    cell: ({ tags }) => (
      <span className="tl-truncate" title={tags.join(', ')}>
        {tags.join(', ')}
      </span>
    ),
  },
  {
    header: 'Status',
    width: 'minmax(0, 1.8fr)',
    cell: (document) => <DocumentStatus document={document} {...(onRetry && { onRetry })} />,
  },
  countColumn('Chunks', ({ chunks }) => chunks, { width: '72px', hideBelow: 'md' }),
  timeColumn('Added', ({ created_at }) => created_at, {
    width: '104px',
    sort: 'created_at',
    hideBelow: 'sm',
  }),
];
