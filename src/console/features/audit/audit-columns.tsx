import { IconBan } from '@tabler/icons-react';
import { timeColumn } from '#console/ui/table/columns.tsx';
import type { Column } from '#console/ui/table/data-table-types.ts';
import type { AuditEntry } from '#generated/model/index.ts';
import classes from './audit.module.css';
import { changesLine } from './change-words.ts';
import { actorLabel, describeEntry } from './entry-words.ts';

/** Columns of the audit log. */
export const auditColumns: readonly Column<AuditEntry>[] = [
  timeColumn('Time', (entry) => entry.last_at, { width: '88px' }),
  {
    header: 'Who',
    width: 'minmax(0, 1fr)',
    cell: (entry) => actorLabel(entry.actor),
  },
  {
    header: 'What',
    width: 'minmax(0, 1.6fr)',
    cell: (entry) => (
      <span className={classes.what} data-refused={entry.outcome === 'refused' || undefined}>
        {entry.outcome === 'refused' && <IconBan aria-label="Refused" />}
        <span className="tl-truncate">{describeEntry(entry)}</span>
        {entry.outcome === 'refused' && entry.count > 1 && <span>{entry.count}×</span>}
      </span>
    ),
  },
  {
    header: 'Changes',
    width: 'minmax(0, 2fr)',
    hideBelow: 'md',
    cell: (entry) => <span className={classes.changes}>{changesLine(entry)}</span>,
  },
  {
    header: 'From',
    width: '128px',
    hideBelow: 'lg',
    cell: (entry) => <span className="tl-mono">{entry.network ?? '–'}</span>,
  },
];
