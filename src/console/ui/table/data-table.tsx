// biome-ignore-all lint/a11y/useSemanticElements: divs, so that rows can be virtualised
// biome-ignore-all lint/a11y/useFocusableInteractive: the content of a cell takes focus

import {
  type CSSProperties,
  type ReactNode,
  Suspense,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { lazyOf } from '#console/ui/on-demand.tsx';
import { useLatest } from '#console/ui/use-latest.ts';
import { ErrorState } from '../feedback/error-state.tsx';
import { NextPage } from '../list/next-page.tsx';
import { useIsLong, VIRTUAL_FROM } from '../list/use-is-long.ts';
import { showRow, useRowKeys } from '../list/use-row-keys.ts';
import type { MenuAction } from '../menu/menu-action.ts';
import { PointMenu } from '../menu/point-menu.tsx';
import classes from './data-table.module.css';
import { DataTableHead, SkeletonRow } from './data-table-head.tsx';
import { DataTableRow, type RowEvents, type RowMenuRequest } from './data-table-row.tsx';
import type { Column, ListQuery, Selection, Sort } from './data-table-types.ts';

export type { Column } from './data-table-types.ts';

const VirtualRows = lazyOf(() => import('./virtual-rows.tsx'), 'VirtualRows');

const skeletonRows = Array.from({ length: 8 }, (_, index) => index);

type DataTableProps<T> = {
  /** What the rows are, for screen readers, e.g. `Tasks`. */
  label: string;
  columns: readonly Column<T>[];
  rows: readonly T[];
  query: ListQuery;
  /** By default the row's id. */
  rowKey?: (row: T) => string;
  /** Opens a row. */
  href?: ((row: T) => string | undefined) | undefined;
  onOpen?: (row: T) => void;
  /** Which rows `onOpen` opens; all of them by default. */
  canOpen?: (row: T) => boolean;
  /** The pointer or focus is on a row: time to prefetch. */
  onHover?: (row: T) => void;
  menu?: ((row: T) => readonly MenuAction[]) | undefined;
  /** Shown when there are no rows. */
  empty: ReactNode;
  /** Shown below the rows while a search for more is under way, e.g. `Searching older runs…`. */
  more?: string | undefined;
  sort?: Sort;
  /** Rows have a checkbox. */
  selection?: Selection | undefined;
  /** The row whose drawer is open. */
  activeKey?: string | null;
};

const idOf = (row: unknown) => (row as { id: string }).id;

/** A list from the server: virtual past 100 rows, loads more on scroll, can be used from the keyboard. */
export function DataTable<T>(props: DataTableProps<T>) {
  const { label, columns, rows, query, rowKey = idOf, href, onOpen, canOpen } = props;
  const { menu, activeKey, selection } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const [menuFor, setMenuFor] = useState<{ row: T; at: RowMenuRequest } | null>(null);
  // Set by the virtual rows: scrolls to a row that is not rendered.
  const [reveal, setReveal] = useState<((index: number) => void) | null>(null);
  const show = useCallback(
    (index: number) => (reveal ? reveal(index) : showRow(scroller.current, index)),
    [reveal],
  );
  useRowKeys(scroller, rows.length, show);

  const isLong = useIsLong(rows.length, Boolean(query.hasNextPage));

  const activeAt = activeKey ? rows.findIndex((row) => rowKey(row) === activeKey) : -1;
  useEffect(() => {
    if (activeAt >= 0) show(activeAt);
  }, [activeAt, show]);

  // The page's row handlers may change on every render; rows must not re-render for that.
  const latest = useLatest(props);
  const events = useMemo<RowEvents<T>>(
    () => ({
      open: (row) => latest.current.onOpen?.(row),
      hover: (row) => latest.current.onHover?.(row),
      menu: (row, at) => setMenuFor({ row, at }),
      select: (row) => {
        const { selection: current, rowKey: keyOf = idOf } = latest.current;
        current?.onChange(toggled(current.keys, keyOf(row)));
      },
    }),
    [],
  );

  if (query.error && rows.length === 0) {
    return <ErrorState error={query.error} onRetry={() => query.refetch()} />;
  }
  // A search may have scanned many rows without a match, with more left to scan.
  const isSearching = rows.length === 0 && Boolean(query.hasNextPage);
  if (!query.isPending && rows.length === 0 && !isSearching) return props.empty;

  const style = trackVariables(columns, Boolean(menu), Boolean(selection));

  const renderRow = (row: T, index: number, offset?: number) => (
    <DataTableRow
      key={rowKey(row)}
      row={row}
      index={index}
      offset={offset}
      columns={columns}
      active={index === activeAt}
      href={href?.(row)}
      opens={onOpen !== undefined && (canOpen?.(row) ?? true)}
      hasMenu={menu !== undefined}
      selected={selection?.keys.has(rowKey(row))}
      events={events}
    />
  );

  return (
    <div className={classes.scroller} ref={scroller} style={style}>
      <div
        role="table"
        aria-label={label}
        aria-rowcount={query.hasNextPage ? -1 : rows.length + 1}
        aria-busy={query.isPending || isSearching}
        className={classes.table}
      >
        <DataTableHead
          columns={columns}
          sort={props.sort}
          withMenu={Boolean(menu)}
          selection={selection && { ...selection, all: rows.map(rowKey) }}
        />
        <div role="rowgroup" className={classes.body}>
          {query.isPending &&
            skeletonRows.map((row) => <SkeletonRow key={row} columns={columns} />)}
          {isLong ? (
            <Suspense fallback={<FirstRows rows={rows} renderRow={renderRow} />}>
              <VirtualRows
                rows={rows}
                renderRow={renderRow}
                scroller={scroller}
                onReady={setReveal}
              />
            </Suspense>
          ) : (
            rows.map((row, index) => renderRow(row, index))
          )}
        </div>
      </div>
      <NextPage query={query} label={props.more} isEmpty={isSearching} />
      {menuFor && (
        <PointMenu
          at={menuFor.at}
          label={`${label}: row actions`}
          actions={menu?.(menuFor.row) ?? []}
          onClose={() => setMenuFor(null)}
        />
      )}
    </div>
  );
}

type FirstRowsProps<T> = {
  rows: readonly T[];
  renderRow: (row: T, index: number) => ReactNode;
};

/** Shown while the code of virtual rows is loading. A component, so that it is created only when shown. */
function FirstRows<T>({ rows, renderRow }: FirstRowsProps<T>) {
  return rows.slice(0, VIRTUAL_FROM).map((row, index) => renderRow(row, index));
}

function toggled(keys: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(keys);
  if (!next.delete(key)) next.add(key);
  return next;
}

const widths = ['sm', 'md', 'lg'] as const;

/** Grid tracks for each width of the table; a hidden column has none. */
function trackVariables<T>(
  columns: readonly Column<T>[],
  withMenu: boolean,
  withSelection: boolean,
): CSSProperties {
  const tracks = (hidden: readonly string[]) =>
    [
      ...(withSelection ? ['16px'] : []),
      ...columns
        .filter(({ hideBelow }) => hideBelow === undefined || !hidden.includes(hideBelow))
        .map(({ width }) => width ?? 'minmax(0, 1fr)'),
      ...(withMenu ? ['32px'] : []),
    ].join(' ');
  const variables = {
    '--columns': tracks([]),
    ...Object.fromEntries(
      widths.map((width, at) => [`--columns-${width}`, tracks(widths.slice(at))]),
    ),
  };
  return variables as CSSProperties;
}
