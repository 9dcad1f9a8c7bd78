import { ActionIcon } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { paths } from '#console/modules/paths.ts';
import { NextPage } from '#console/ui/data-table-next.tsx';
import type { ListQuery, RowAction } from '#console/ui/data-table-types.ts';
import { ErrorState } from '#console/ui/error-state.tsx';
import { Link } from '#console/ui/link.tsx';
import { RelativeTime } from '#console/ui/time.tsx';
import { useRowKeys } from '#console/ui/use-row-keys.ts';
import { formatMicros } from '#core/money.ts';
import type { Task } from '#generated/model/index.ts';
import { CardSkeletons } from './card-skeletons.tsx';
import classes from './list.module.css';
import { RenameInput } from './rename-input.tsx';
import { ActiveRevision, RunsOfWeek } from './task-columns.tsx';

const RowMenu = lazy(() =>
  import('#console/ui/row-menu.tsx').then((m) => ({ default: m.RowMenu })),
);

const cardWidth = 300;
const rowHeight = 164;

interface TaskCardsProps {
  tasks: readonly Task[];
  query: ListQuery;
  menu: (task: Task) => readonly RowAction[];
  onHover: (task: Task) => void;
  renaming: string | null;
  onRename: (task: Task, name: string) => Promise<string | null>;
  onRenamed: () => void;
  empty: React.ReactNode;
}

/** The tasks as cards; only those in view are on the page. */
export function TaskCards(props: TaskCardsProps) {
  const { tasks, query, menu, onHover, renaming, onRename, onRenamed, empty } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const columns = useColumns(scroller);
  const [menuFor, setMenuFor] = useState<{ task: Task; at: { x: number; y: number } } | null>(null);
  const virtualizer = useVirtualizer({
    count: Math.ceil(tasks.length / columns),
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 4,
  });
  const show = useCallback(
    (index: number) => virtualizer.scrollToIndex(Math.floor(index / columns)),
    [virtualizer, columns],
  );
  useRowKeys(scroller, tasks.length, show);

  if (query.error && tasks.length === 0)
    return <ErrorState error={query.error} onRetry={() => query.refetch()} />;
  if (!query.isPending && tasks.length === 0) return empty;

  return (
    <div ref={scroller} className={classes.cards}>
      {query.isPending && <CardSkeletons />}
      <ul
        className={classes.grid}
        aria-label="Tasks"
        aria-busy={query.isPending}
        style={{ height: virtualizer.getTotalSize() }}
      >
        {virtualizer.getVirtualItems().flatMap((row) =>
          tasks.slice(row.index * columns, (row.index + 1) * columns).map((task, column) => (
            <li
              key={task.id}
              className={classes.card}
              data-index={row.index * columns + column}
              style={{
                transform: `translateY(${row.start}px)`,
                insetInlineStart: `calc(${column} * (100% + 16px) / ${columns})`,
                width: `calc((100% - ${columns - 1} * 16px) / ${columns})`,
              }}
              onPointerEnter={() => onHover(task)}
              onContextMenu={(event) => {
                event.preventDefault();
                setMenuFor({ task, at: { x: event.clientX, y: event.clientY } });
              }}
            >
              <div className={classes.cardHead}>
                {renaming === task.id ? (
                  <RenameInput
                    name={task.name}
                    onSave={(name) => onRename(task, name)}
                    onEnd={onRenamed}
                  />
                ) : (
                  <Link
                    to={paths.task(task.project_id, task.id)}
                    className={classes.cardLink}
                    data-row-focus
                    onFocus={() => onHover(task)}
                  >
                    {task.name}
                  </Link>
                )}
                <ActiveRevision task={task} />
                <ActionIcon
                  className={classes.cardMenu}
                  aria-label={`Actions of ${task.name}`}
                  aria-haspopup="menu"
                  onClick={(event) => {
                    const box = event.currentTarget.getBoundingClientRect();
                    setMenuFor({ task, at: { x: box.left, y: box.bottom } });
                  }}
                >
                  <IconDots size={16} stroke={1.5} />
                </ActionIcon>
              </div>
              <p className={classes.cardText}>{task.description || 'No description'}</p>
              <div className={classes.cardFoot}>
                <RunsOfWeek task={task} />
                <span className="tl-tabular">
                  {task.stats.runs > 0 && formatMicros(task.stats.cost)}
                </span>
                <span className={classes.cardEnd}>
                  <RelativeTime value={task.stats.last_run_at} fallback="Never run" />
                </span>
              </div>
              <div className={classes.cardFoot}>
                <span className={`tl-mono tl-truncate ${classes.cardModel}`}>{task.model_id}</span>
                <span className={`tl-truncate ${classes.cardEnd}`}>{task.created_by.name}</span>
              </div>
            </li>
          )),
        )}
      </ul>
      <NextPage query={query} root={scroller} />
      {menuFor && (
        <Suspense>
          <RowMenu
            at={menuFor.at}
            label="Task actions"
            actions={menu(menuFor.task)}
            onClose={() => setMenuFor(null)}
          />
        </Suspense>
      )}
    </div>
  );
}

/** How many cards fit beside each other. */
function useColumns(element: React.RefObject<HTMLElement | null>): number {
  const [columns, setColumns] = useState(1);
  useEffect(() => {
    const box = element.current;
    if (!box) return;
    const measure = () =>
      setColumns(Math.max(1, Math.floor((box.clientWidth - 32) / (cardWidth + 16))));
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    measure();
    return () => observer.disconnect();
  }, [element]);
  return columns;
}
