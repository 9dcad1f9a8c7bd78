// biome-ignore-all lint/a11y/useSemanticElements: divs, so that rows can be virtualised
// biome-ignore-all lint/a11y/useFocusableInteractive: the content of a cell takes focus
import { type MouseEvent, memo, type ReactNode } from 'react';
import { Link } from '../navigation/link.tsx';
import classes from './data-table.module.css';
import type { Column } from './data-table-types.ts';

export type RowMenuRequest = { x: number; y: number };

/** Row handlers, stable for all rows while the table is mounted. */
export type RowEvents<T> = {
  open: (row: T) => void;
  hover: (row: T) => void;
  menu: (row: T, at: RowMenuRequest) => void;
  select: (row: T) => void;
};

type DataTableRowProps<T> = {
  row: T;
  index: number;
  columns: readonly Column<T>[];
  active: boolean;
  /** The URL the row links to. */
  href?: string;
  /** Whether the row is a button rather than a link. */
  opens: boolean;
  hasMenu: boolean;
  /** Undefined if rows can't be selected. */
  selected?: boolean | undefined;
  events: RowEvents<T>;
  /** Offset from the top in px, for a virtual row. */
  offset?: number;
};

/**
 * One row. Its first cell contains the link that covers the whole row. Scrolling and further pages render only
 * rows that come into view.
 */
export const DataTableRow = memo(Row) as typeof Row;

function Row<T>(props: DataTableRowProps<T>) {
  const { row, index, columns, active, hasMenu, selected, events, offset } = props;
  const openMenu = (event: MouseEvent) => {
    event.preventDefault();
    events.menu(row, { x: event.clientX, y: event.clientY });
  };
  return (
    <div
      role="row"
      tabIndex={-1}
      aria-rowindex={index + 2}
      aria-selected={selected}
      data-index={index}
      data-active={active || undefined}
      className={classes.row}
      style={offset === undefined ? undefined : { transform: `translateY(${offset}px)` }}
      data-virtual={offset === undefined ? undefined : true}
      onContextMenu={hasMenu ? openMenu : undefined}
      onPointerEnter={(event) => {
        titleTruncated(event.currentTarget);
        events.hover(row);
      }}
    >
      {selected !== undefined && (
        <div role="cell" className={classes.cell}>
          <input
            type="checkbox"
            className={classes.check}
            aria-label="Select row"
            checked={selected}
            onChange={() => events.select(row)}
          />
        </div>
      )}
      {columns.map((column, at) => (
        <div
          key={column.header}
          role="cell"
          className={classes.cell}
          data-align={column.align}
          data-hide={column.hideBelow}
        >
          {at === 0 ? <RowTarget {...props}>{column.cell(row)}</RowTarget> : column.cell(row)}
        </div>
      ))}
      {hasMenu && (
        <div role="cell" className={`tl-on-hover ${classes.menuCell}`}>
          <button
            type="button"
            className={classes.menuButton}
            aria-label="Row actions"
            aria-haspopup="menu"
            onClick={(event) => {
              const box = event.currentTarget.getBoundingClientRect();
              events.menu(row, { x: box.left, y: box.bottom });
            }}
          />
        </div>
      )}
    </div>
  );
}

/** Cells whose text is cut off tell all of it on hover. */
function titleTruncated({ children }: HTMLElement): void {
  for (const cell of children) {
    // What is in a cell may cut off its own text.
    const isCut = [cell, ...cell.querySelectorAll('*')].some(isOverflowing);
    if (isCut && !cell.querySelector('[title]')) cell.setAttribute('title', cell.textContent ?? '');
    else cell.removeAttribute('title');
  }
}

/** Inline elements have no width of their own. */
function isOverflowing({ clientWidth, scrollWidth }: Element): boolean {
  return clientWidth > 0 && scrollWidth > clientWidth;
}

function RowTarget<T>(props: DataTableRowProps<T> & { children: ReactNode }) {
  const { row, href, opens, events, children } = props;
  if (href !== undefined) {
    return (
      <Link
        to={href}
        className={`tl-cover ${classes.target}`}
        data-row-focus
        onFocus={() => events.hover(row)}
      >
        {children}
      </Link>
    );
  }
  if (opens) {
    return (
      <button
        type="button"
        className={`tl-cover ${classes.target}`}
        data-row-focus
        onClick={() => events.open(row)}
      >
        {children}
      </button>
    );
  }
  return children;
}
