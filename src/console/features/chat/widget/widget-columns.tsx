import { StatusBadge } from '#console/ui/display/status-badge.tsx';
import { codeColumn, textColumn, timeColumn } from '#console/ui/table/columns.tsx';
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
  textColumn('Name', ({ name }) => name),
  codeColumn('Origins', ({ origins }) => origins.join(', ') || '–', {
    width: 'minmax(0, 1.6fr)',
    hideBelow: 'sm',
  }),
  {
    header: 'Conversations',
    width: '120px',
    align: 'right',
    hideBelow: 'md',
    cell: ({ conversation_count }) => <span className="tl-mono">{conversation_count}</span>,
  },
  timeColumn('Changed', ({ updated_at }) => updated_at, { width: '112px', hideBelow: 'md' }),
  {
    header: 'Status',
    width: '112px',
    cell: (widget) => <WidgetStatus widget={widget} />,
  },
];
