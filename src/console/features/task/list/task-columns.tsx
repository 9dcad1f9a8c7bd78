import { Suspense } from 'react';
import { StatusBadge } from '#console/ui/display/status-badge.tsx';
import { RelativeTime } from '#console/ui/display/time.tsx';
import { lazyOf } from '#console/ui/on-demand.tsx';
import type { Column } from '#console/ui/table/data-table.tsx';
import { formatMicros } from '#core/billing/money.ts';
import type { Task } from '#generated/model/index.ts';
import classes from './list.module.css';

interface SparklineProps {
  /** One value per day; today is last. */
  values: readonly number[];
}

const bar = 6;
const gap = 2;
const height = 18;

/** Runs per day as small bars. The text beside it has the total, so the bars are decorative. */
function Sparkline({ values }: SparklineProps) {
  const most = Math.max(1, ...values);
  const width = values.length * (bar + gap) - gap;
  return (
    <svg className={classes.sparkline} width={width} height={height} aria-hidden="true">
      {values.map((value, day) => {
        const tall = value === 0 ? 1 : Math.max(2, Math.round((value / most) * height));
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: days have no id and never move
            key={day}
            x={day * (bar + gap)}
            y={height - tall}
            width={bar}
            height={tall}
            rx={1}
            data-none={value === 0 || undefined}
          />
        );
      })}
    </svg>
  );
}

const RenameInput = lazyOf(() => import('#console/ui/form/rename-input.tsx'), 'RenameInput');

interface Renaming {
  id: string | null;
  /** Resolves with the reason why the name was refused, or null. */
  save: (task: Task, name: string) => Promise<string | null>;
  end: () => void;
}

/** Badge for the active revision. */
export function ActiveRevision({ task }: { task: Task }) {
  return task.active_revision === null ? (
    <StatusBadge tone="neutral">Draft</StatusBadge>
  ) : (
    <StatusBadge tone="accent">r{task.active_revision}</StatusBadge>
  );
}

const count = new Intl.NumberFormat('en');

/** Runs in the last seven days, with a sparkline. */
export function RunsOfWeek({ task }: { task: Task }) {
  const { runs, runs_by_day } = task.stats;
  return (
    <span className={classes.runs}>
      <Sparkline values={runs_by_day} />
      <span className="tl-tabular">{count.format(runs)}</span>
    </span>
  );
}

/** Columns of the task table. */
export function taskColumns(renaming: Renaming): Column<Task>[] {
  return [
    {
      header: 'Name',
      width: 'minmax(160px, 2.4fr)',
      sort: 'name',
      cell: (task) =>
        renaming.id === task.id ? (
          <Suspense fallback={task.name}>
            <RenameInput
              name={task.name}
              onSave={(name) => renaming.save(task, name)}
              onEnd={renaming.end}
            />
          </Suspense>
        ) : (
          <span className={classes.nameCell}>
            <span className="tl-truncate">{task.name}</span>
            {task.tags.slice(0, 3).map((tag) => (
              <span key={tag} className={classes.tag}>
                {tag}
              </span>
            ))}
          </span>
        ),
    },
    {
      header: 'Active',
      width: '72px',
      cell: (task) => <ActiveRevision task={task} />,
    },
    {
      header: 'Model',
      width: 'minmax(0, 1.2fr)',
      hideBelow: 'md',
      cell: (task) => <span className="tl-mono">{task.model_id}</span>,
    },
    {
      header: 'Runs (7d)',
      width: '132px',
      hideBelow: 'sm',
      cell: (task) => <RunsOfWeek task={task} />,
    },
    {
      header: 'Cost (7d)',
      width: '92px',
      align: 'right',
      hideBelow: 'lg',
      cell: (task) => (task.stats.runs === 0 ? '–' : formatMicros(task.stats.cost)),
    },
    {
      header: 'Last run',
      width: '108px',
      hideBelow: 'sm',
      cell: (task) => <RelativeTime value={task.stats.last_run_at} />,
    },
    {
      header: 'Owner',
      width: 'minmax(0, 0.9fr)',
      hideBelow: 'lg',
      cell: (task) => task.created_by.name,
    },
  ];
}
