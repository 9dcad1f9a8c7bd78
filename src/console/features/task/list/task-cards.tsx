import { ActionIcon } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { memo, type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { paths } from '#console/modules/paths.ts';
import { RelativeTime } from '#console/ui/display/time.tsx';
import { ErrorState } from '#console/ui/feedback/error-state.tsx';
import { RenameInput } from '#console/ui/form/rename-input.tsx';
import { NextPage } from '#console/ui/list/next-page.tsx';
import { useRowKeys } from '#console/ui/list/use-row-keys.ts';
import { useVirtualRows } from '#console/ui/list/use-virtual-rows.ts';
import type { MenuAction } from '#console/ui/menu/menu-action.ts';
import { PointMenu } from '#console/ui/menu/point-menu.tsx';
import { Link } from '#console/ui/navigation/link.tsx';
import { PageScroll } from '#console/ui/page/page-scroll.tsx';
import type { ListQuery } from '#console/ui/table/data-table-types.ts';
import { formatMicros } from '#core/billing/money.ts';
import type { Task } from '#generated/model/index.ts';
import { CardSkeletons } from './card-skeletons.tsx';
import classes from './list.module.css';
import { ActiveRevision, RunsOfWeek } from './task-columns.tsx';

interface TaskCardsProps {
  tasks: readonly Task[];
  query: ListQuery;
  menu: (task: Task) => readonly MenuAction[];
  onHover: (task: Task) => void;
  renaming: string | null;
  onRename: (task: Task, name: string) => Promise<string | null>;
  onRenamed: () => void;
  empty: ReactNode;
}

interface OpenMenu {
  task: Task;
  at: { x: number; y: number };
}

/** The card view of the task list, virtualised: only visible cards are in the DOM. */
export function TaskCards(props: TaskCardsProps) {
  const { tasks, query, menu, onHover, renaming, onRename, onRenamed, empty } = props;
  // Held in state: an empty list has no container at first, and dependents must notice when it mounts.
  const [box, setBox] = useState<HTMLDivElement | null>(null);
  const scroller = useRef<HTMLDivElement | null>(null);
  const hold = useCallback((element: HTMLDivElement | null) => {
    scroller.current = element;
    setBox(element);
  }, []);
  const columns = useColumns(box);
  const [menuFor, setMenuFor] = useState<OpenMenu | null>(null);
  const virtualizer = useVirtualRows({
    count: Math.ceil(tasks.length / columns),
    rowHeight: ROW_HEIGHT,
    scroller: () => box,
    body: scroller,
    columns,
  });
  const show = useCallback(
    (index: number) => virtualizer.scrollToIndex(Math.floor(index / columns)),
    [virtualizer, columns],
  );
  const openMenu = useCallback((task: Task, at: OpenMenu['at']) => setMenuFor({ task, at }), []);
  useRowKeys(scroller, tasks.length, show);

  if (query.error && tasks.length === 0)
    return <ErrorState error={query.error} onRetry={() => query.refetch()} />;
  if (!query.isPending && tasks.length === 0) return empty;

  return (
    <PageScroll ref={hold}>
      {query.isPending && <CardSkeletons />}
      <ul
        className={classes.grid}
        aria-label="Tasks"
        aria-busy={query.isPending}
        style={{ height: virtualizer.getTotalSize() }}
      >
        {virtualizer
          .getVirtualItems()
          .flatMap((row) =>
            tasks
              .slice(row.index * columns, (row.index + 1) * columns)
              .map((task, column) => (
                <TaskCard
                  key={task.id}
                  task={task}
                  index={row.index * columns + column}
                  top={row.start}
                  column={column}
                  columns={columns}
                  onHover={onHover}
                  onMenu={openMenu}
                  rename={
                    renaming === task.id ? (
                      <RenameInput
                        name={task.name}
                        onSave={(name) => onRename(task, name)}
                        onEnd={onRenamed}
                      />
                    ) : null
                  }
                />
              )),
          )}
      </ul>
      <NextPage query={query} />
      {menuFor && (
        <PointMenu
          at={menuFor.at}
          label="Task actions"
          actions={menu(menuFor.task)}
          onClose={() => setMenuFor(null)}
        />
      )}
    </PageScroll>
  );
}

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
const TaskCard = memo(function TaskCard(props: TaskCardProps) {
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

const CARD_WIDTH = 300;
const ROW_HEIGHT = 172;

/** How many cards fit in a row. */
function useColumns(box: HTMLElement | null): number {
  const [columns, setColumns] = useState(1);
  useEffect(() => {
    if (!box) return;
    const measure = () =>
      setColumns(Math.max(1, Math.floor((box.clientWidth - 32) / (CARD_WIDTH + 16))));
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    measure();
    return () => observer.disconnect();
  }, [box]);
  return columns;
}
