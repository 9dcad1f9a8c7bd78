import { StatusBadge } from '#console/ui/display/status-badge.tsx';
import { RelativeTime } from '#console/ui/display/time.tsx';
import type { Column } from '#console/ui/table/data-table.tsx';
import type { Widget } from '#generated/model/index.ts';

/** Whether a widget is shown, as one word. */
export function WidgetStatus({ widget }: { widget: Pick<Widget, 'enabled' | 'origins'> }) {
  if (!widget.enabled) return <StatusBadge tone="neutral">Off</StatusBadge>;
  if (widget.origins.length === 0) return <StatusBadge tone="warning">No origins</StatusBadge>;
  return <StatusBadge tone="success">On</StatusBadge>;
}

/** The columns of the list of widgets. */
export const widgetColumns: readonly Column<Widget>[] = [
  {
    header: 'Name',
    cell: ({ name }) => <span className="tl-truncate">{name}</span>,
  },
  {
    header: 'Origins',
    width: 'minmax(0, 1.6fr)',
    hideBelow: 'sm',
    cell: ({ origins }) => <span className="tl-mono tl-truncate">{origins.join(', ') || '–'}</span>,
  },
  {
    header: 'Conversations',
    width: '120px',
    align: 'right',
    hideBelow: 'md',
    cell: ({ conversation_count }) => <span className="tl-mono">{conversation_count}</span>,
  },
  {
    header: 'Changed',
    width: '112px',
    hideBelow: 'md',
    cell: ({ updated_at }) => <RelativeTime value={updated_at} />,
  },
  {
    header: 'Status',
    width: '112px',
    cell: (widget) => <WidgetStatus widget={widget} />,
  },
];
