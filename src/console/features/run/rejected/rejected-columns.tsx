import { StatusBadge } from '#console/ui/display/status-badge.tsx';
import { countColumn, timeColumn } from '#console/ui/table/columns.tsx';
import type { Column } from '#console/ui/table/data-table-types.ts';
import type { RejectedCallGroup } from '#generated/model/index.ts';
import { reasonOf, targetOf, taskOf, wrongPart } from './rejected-labels.ts';

/** Columns of the table of rejected calls. */
export const rejectedColumns: readonly Column<RejectedCallGroup>[] = [
  timeColumn('Last call', ({ last_at }) => last_at, { width: '88px' }),
  {
    header: 'Status',
    width: '56px',
    hideBelow: 'sm',
    cell: ({ status }) => <StatusBadge tone="warning">{status}</StatusBadge>,
  },
  {
    header: 'Reason',
    width: 'minmax(0, 1.2fr)',
    cell: ({ code }) => reasonOf(code),
  },
  {
    header: 'Details',
    width: 'minmax(0, 1.4fr)',
    hideBelow: 'md',
    cell: ({ pointers }) => (
      <span className="tl-mono">{pointers.map(wrongPart).join(', ') || '–'}</span>
    ),
  },
  {
    header: 'Task',
    width: 'minmax(0, 1.2fr)',
    cell: (group) => taskOf(group),
  },
  {
    header: 'Revision',
    width: '96px',
    hideBelow: 'lg',
    cell: (group) => <span className="tl-mono">{targetOf(group)}</span>,
  },
  {
    header: 'Caller',
    width: 'minmax(0, 1fr)',
    hideBelow: 'sm',
    cell: ({ caller }) => caller.name,
  },
  countColumn('Calls', ({ calls }) => calls, { width: '56px' }),
];
