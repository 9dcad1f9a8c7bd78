import { paths } from '#console/modules/paths.ts';
import { counted } from '#console/ui/display/counted.ts';
import { StatusBadge } from '#console/ui/display/status-badge.tsx';
import { Link } from '#console/ui/navigation/link.tsx';
import { countColumn, timeColumn } from '#console/ui/table/columns.tsx';
import type { Column } from '#console/ui/table/data-table.tsx';
import type { Collection } from '#generated/model/index.ts';
import classes from './collection.module.css';

const number = (value: number) => value.toLocaleString('en-GB');

/** The columns of the collection list. */
export const COLLECTION_COLUMNS: readonly Column<Collection>[] = [
  {
    header: 'Name',
    sort: 'name',
    width: 'minmax(0, 2fr)',
    cell: ({ name, description }) => (
      <span className={classes.name}>
        <span className="tl-truncate" title={name}>
          {name}
        </span>
        {description && (
          <span className={classes.description} title={description}>
            {description}
          </span>
        )}
      </span>
    ),
  },
  countColumn('Documents', ({ counts }) => counts.documents, { width: '88px' }),
  countColumn('Chunks', ({ counts }) => counts.chunks, { width: '80px', hideBelow: 'md' }),
  {
    header: 'Health',
    width: '116px',
    cell: (collection) => <Health collection={collection} />,
  },
  {
    header: 'Used by',
    width: '84px',
    hideBelow: 'sm',
    cell: ({ uses }) => (uses === 0 ? '–' : counted(uses, 'task')),
  },
  timeColumn('Last change', ({ updated_at }) => updated_at, {
    width: '112px',
    sort: 'updated_at',
    hideBelow: 'sm',
  }),
];

/** What needs attention, with a link to the failed documents. */
function Health({ collection }: { collection: Collection }) {
  const { id, project_id, counts, is_paused } = collection;
  const unsettled = counts.waiting + counts.working;
  if (counts.failed > 0) {
    return (
      <Link to={paths.documentsInState(project_id, id, 'failed')} className={classes.health}>
        <StatusBadge tone="danger" dot>
          {number(counts.failed)} failed
        </StatusBadge>
      </Link>
    );
  }
  if (unsettled > 0) {
    return is_paused ? (
      <StatusBadge tone="warning">{number(unsettled)} paused</StatusBadge>
    ) : (
      <StatusBadge tone="accent" pulse>
        Indexing {number(unsettled)}
      </StatusBadge>
    );
  }
  if (counts.documents === 0) return <span className="tl-faint">Empty</span>;
  return (
    <StatusBadge tone="success" dot>
      Ready
    </StatusBadge>
  );
}
