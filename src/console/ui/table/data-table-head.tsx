// biome-ignore-all lint/a11y/useSemanticElements: divs, so that rows can be virtualised
// biome-ignore-all lint/a11y/useFocusableInteractive: the content of a cell takes focus
import { Skeleton, VisuallyHidden } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import classes from './data-table.module.css';
import { type Column, nextSort, type Selection, type Sort } from './data-table-types.ts';

type HeadProps<T> = {
  columns: readonly Column<T>[];
  sort?: Sort;
  withMenu: boolean;
  selection?: (Selection & { all: readonly string[] }) | undefined;
};

/** The header row. Columns that the API can sort by are buttons. */
export function DataTableHead<T>({ columns, sort, withMenu, selection }: HeadProps<T>) {
  return (
    <div role="rowgroup" className={classes.head}>
      <div role="row" className={classes.headRow} aria-rowindex={1}>
        {selection && <SelectAll {...selection} />}
        {columns.map((column) => (
          <HeadCell key={column.header} column={column} sort={sort} />
        ))}
        {withMenu && (
          <div role="columnheader">
            <VisuallyHidden>Actions</VisuallyHidden>
          </div>
        )}
      </div>
    </div>
  );
}

/** Selects or deselects all loaded rows. */
function SelectAll({ keys, onChange, all }: Selection & { all: readonly string[] }) {
  const isAll = all.length > 0 && all.every((key) => keys.has(key));
  return (
    <div role="columnheader">
      <input
        type="checkbox"
        className={classes.check}
        aria-label="Select all rows"
        checked={isAll}
        ref={(box) => {
          if (box) box.indeterminate = !isAll && keys.size > 0;
        }}
        onChange={() => onChange(new Set(isAll ? [] : all))}
      />
    </div>
  );
}

function HeadCell<T>({ column, sort }: { column: Column<T>; sort?: Sort }) {
  const by = column.sort;
  const upwards = by !== undefined && sort?.value === by;
  const downwards = by !== undefined && sort?.value === `-${by}`;
  const order = upwards ? 'ascending' : downwards ? 'descending' : undefined;
  const Arrow = upwards ? IconArrowUp : IconArrowDown;
  return (
    <div
      role="columnheader"
      aria-sort={order}
      className={classes.headCell}
      data-align={column.align}
      data-hide={column.hideBelow}
    >
      {by !== undefined && sort ? (
        <button
          type="button"
          className={classes.sort}
          onClick={() => sort.onChange(nextSort(sort.value, by))}
        >
          {column.header}
          {order && <Arrow aria-hidden />}
        </button>
      ) : (
        column.header
      )}
    </div>
  );
}

/** A placeholder row. */
export function SkeletonRow<T>({ columns }: { columns: readonly Column<T>[] }) {
  return (
    <div className={classes.row} aria-hidden>
      {columns.map((column, at) => (
        <div
          key={column.header}
          className={classes.cell}
          data-align={column.align}
          data-hide={column.hideBelow}
        >
          <Skeleton height={12} width={at === 0 ? '45%' : '60%'} />
        </div>
      ))}
    </div>
  );
}
