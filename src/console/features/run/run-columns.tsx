import { RunStatusBadge, ValidityBadge } from '#console/modules/run/result/run-status.tsx';
import { formatDuration } from '#console/ui/display/time.tsx';
import { moneyColumn, timeColumn } from '#console/ui/table/columns.tsx';
import type { Column } from '#console/ui/table/data-table-types.ts';
import type { RunSource, RunSummary } from '#generated/model/index.ts';
import classes from './run-list.module.css';

const sources: Record<RunSource, string> = {
  console: 'Console',
  api: 'API',
  chat: 'Chat',
  workflow: 'Workflow',
  assist: 'Assistant',
  compose: 'Compose',
  evaluation: 'Evaluation',
};

/** Where a run was started. */
export const sourceLabel = (source: RunSource) => sources[source];

/** `r3`, or `draft`. */
export const revisionLabel = (revision: number | null) =>
  revision === null ? 'draft' : `r${revision}`;

/** The part of a text that a wide screen can show: laying out more in each row would be wasted. */
const beginning = (text: string) => (text.length > 160 ? `${text.slice(0, 160)}…` : text);

/** Columns of the run table. */
export const runColumns: readonly Column<RunSummary>[] = [
  timeColumn('Time', (run) => run.created_at, { width: '88px' }),
  {
    header: 'Status',
    width: '96px',
    cell: (run) => (
      <span className={classes.badge}>
        <RunStatusBadge status={run.status} />
      </span>
    ),
  },
  {
    header: 'Task',
    width: 'minmax(0, 1.6fr)',
    cell: (run) => run.task_name,
  },
  {
    header: 'Rev.',
    width: '40px',
    hideBelow: 'md',
    cell: (run) => <span className="tl-mono">{revisionLabel(run.revision)}</span>,
  },
  {
    header: 'Source',
    width: '72px',
    hideBelow: 'lg',
    cell: (run) => sourceLabel(run.source),
  },
  {
    header: 'Input',
    width: 'minmax(0, 2fr)',
    hideBelow: 'md',
    cell: (run) => <span className={classes.preview}>{beginning(run.input_preview)}</span>,
  },
  {
    header: 'Latency',
    width: '56px',
    align: 'right',
    hideBelow: 'sm',
    cell: (run) => (run.latency_ms === null ? '–' : formatDuration(run.latency_ms)),
  },
  {
    header: 'Tokens',
    width: '56px',
    align: 'right',
    hideBelow: 'lg',
    cell: ({ usage }) => (usage.input_tokens + usage.output_tokens).toLocaleString('en-US'),
  },
  moneyColumn('Cost', (run) => run.usage.cost, { width: '68px', hideBelow: 'sm' }),
  {
    header: 'Output',
    width: '56px',
    hideBelow: 'lg',
    cell: (run) => (
      <span className={classes.badge}>
        <ValidityBadge valid={run.output_valid} />
      </span>
    ),
  },
  {
    header: 'Caller',
    width: 'minmax(0, 1fr)',
    hideBelow: 'lg',
    cell: (run) => run.caller.name,
  },
];
