import { ActionIcon } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { memo, type ReactNode } from 'react';
import { paths } from '#console/modules/paths.ts';
import { RelativeTime } from '#console/ui/display/time.tsx';
import { Link } from '#console/ui/navigation/link.tsx';
import { formatMicros } from '#core/billing/money.ts';
import type { Task } from '#generated/model/index.ts';
import classes from './list.module.css';
import { ActiveRevision, RunsOfWeek } from './task-columns.tsx';

interface TaskCardProps {
  task: Task;
  index: number;
  /** Position: offset from the top in px, column index and number of columns. */
  top: number;
  column: number;
  columns: number;
  onHover: (task: Task) => void;
  onMenu: (task: Task, at: { x: number; y: number }) => void;
  /** Replaces the name while it is being edited. */
  rename: ReactNode;
}

/** A task in the card view. Memoised, so that scrolling does not render it again. */
export const TaskCard = memo(function TaskCard(props: TaskCardProps) {
  const { task, index, top, column, columns, onHover, onMenu, rename } = props;
  return (
    <li
      className={classes.card}
      data-index={index}
      style={{
        transform: `translateY(${top}px)`,
        insetInlineStart: `calc(${column} * (100% + 16px) / ${columns})`,
        width: `calc((100% - ${columns - 1} * 16px) / ${columns})`,
      }}
      onPointerEnter={() => onHover(task)}
      onContextMenu={(event) => {
        event.preventDefault();
        onMenu(task, { x: event.clientX, y: event.clientY });
      }}
    >
      <div className={classes.cardHead}>
        {rename ?? (
          <Link
            to={paths.task(task.project_id, task.id)}
            className={`tl-cover ${classes.cardLink}`}
            data-row-focus
            onFocus={() => onHover(task)}
          >
            {task.name}
          </Link>
        )}
        <ActiveRevision task={task} />
        <ActionIcon
          className={classes.cardMenu}
          aria-label={`Actions for ${task.name}`}
          aria-haspopup="menu"
          onClick={(event) => {
            const box = event.currentTarget.getBoundingClientRect();
            onMenu(task, { x: box.left, y: box.bottom });
          }}
        >
          <IconDots />
        </ActionIcon>
      </div>
      <p className={classes.cardText}>{task.description || 'No description'}</p>
      <div className={classes.cardFoot}>
        <RunsOfWeek task={task} />
        <span className="tl-tabular">{task.stats.runs > 0 && formatMicros(task.stats.cost)}</span>
        <span className={classes.cardEnd}>
          <RelativeTime value={task.stats.last_run_at} fallback="Never run" />
        </span>
      </div>
      <div className={classes.cardFoot}>
        <span className={`tl-mono tl-truncate ${classes.cardModel}`}>{task.model_id}</span>
        <span className={`tl-truncate ${classes.cardEnd}`}>{task.created_by.name}</span>
      </div>
    </li>
  );
});
