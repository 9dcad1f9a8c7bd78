// biome-ignore-all lint/a11y/useSemanticElements: divs, so that rows can be virtual
// biome-ignore-all lint/a11y/useFocusableInteractive: what cells hold takes the focus
import { IconDots } from '@tabler/icons-react';
import type { MouseEvent, ReactNode } from 'react';
import classes from './data-table.module.css';
import type { Column } from './data-table-types.ts';
import { Link } from './link.tsx';

export type RowMenuRequest = { x: number; y: number };

type DataTableRowProps<T> = {
  row: T;
  index: number;
  columns: readonly Column<T>[];
  active: boolean;
  href?: string;
  onOpen?: () => void;
  onHover?: () => void;
  /** Absent when rows have no menu. */
  onMenu?: (at: RowMenuRequest) => void;
  /** px from the top, for a virtual row. */
  offset?: number;
};

/** One row. Its first cell holds the link that the whole row answers to. */
export function DataTableRow<T>(props: DataTableRowProps<T>) {
  const { row, index, columns, active, onMenu, onHover, offset } = props;
  const openMenu = (event: MouseEvent) => {
    if (!onMenu) return;
    event.preventDefault();
    onMenu({ x: event.clientX, y: event.clientY });
  };
  return (
    <div
      role="row"
      tabIndex={-1}
      aria-rowindex={index + 2}
      data-index={index}
      data-active={active || undefined}
      className={classes.row}
      style={offset === undefined ? undefined : { transform: `translateY(${offset}px)` }}
      data-virtual={offset === undefined ? undefined : true}
      onContextMenu={onMenu && openMenu}
      onPointerEnter={onHover}
    >
      {columns.map((column, at) => (
        <div
          key={column.key}
          role="cell"
          className={classes.cell}
          data-align={column.align}
          data-hide={column.hideBelow}
        >
          {at === 0 ? <RowTarget {...props}>{column.cell(row)}</RowTarget> : column.cell(row)}
        </div>
      ))}
      {onMenu && (
        <div role="cell" className={classes.menuCell}>
          <button
            type="button"
            className={classes.menuButton}
            aria-label="Row actions"
            aria-haspopup="menu"
            onClick={(event) => {
              const box = event.currentTarget.getBoundingClientRect();
              onMenu({ x: box.left, y: box.bottom });
            }}
          >
            <IconDots size={16} stroke={1.5} />
          </button>
        </div>
      )}
    </div>
  );
}

type RowTargetProps = {
  href?: string;
  onOpen?: () => void;
  onHover?: () => void;
  children: ReactNode;
};

function RowTarget({ href, onOpen, onHover, children }: RowTargetProps) {
  if (href !== undefined) {
    return (
      <Link to={href} className={classes.target} data-row-focus onFocus={onHover}>
        {children}
      </Link>
    );
  }
  if (onOpen) {
    return (
      <button type="button" className={classes.target} data-row-focus onClick={onOpen}>
        {children}
      </button>
    );
  }
  return children;
}
