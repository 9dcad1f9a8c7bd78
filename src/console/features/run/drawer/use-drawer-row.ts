import type { RefObject } from 'react';
import { useOpenRow } from '#console/modules/filter/use-open-row.ts';
import type { ListQuery } from '#console/ui/table/data-table-types.ts';

/** The controls of a drawer beside a list. */
export interface DrawerControls {
  onClose: () => void;
  /** Absent for the first row. */
  onPrevious: (() => void) | undefined;
  /** Absent for the last row. */
  onNext: (() => void) | undefined;
}

/** The row of a list that is open in a drawer. */
export function useDrawerRow<Row extends { id: string }>(
  name: string,
  rows: readonly Row[],
  query: ListQuery,
  list: RefObject<HTMLDivElement | null>,
) {
  const { id: openId, open, href } = useOpenRow(name);
  const at = openId === null ? -1 : rows.findIndex(({ id }) => id === openId);
  const stepTo = (index: number) => {
    const next = at < 0 ? undefined : rows[index];
    if (!next) return undefined;
    return () => {
      open(next.id);
      const isNearEnd = index > rows.length - 10;
      if (isNearEnd && query.hasNextPage && !query.isFetchingNextPage) query.fetchNextPage?.();
    };
  };
  const onClose = () => {
    const find = (target: string) => list.current?.querySelector<HTMLElement>(target);
    const row = find('[data-active] [data-row-focus]') ?? find('[data-row-focus]');
    open(null);
    row?.focus({ preventScroll: true });
  };
  const controls: DrawerControls = {
    onClose,
    onPrevious: stepTo(at - 1),
    onNext: stepTo(at + 1),
  };
  return { id: openId, row: rows[at], href, open, controls };
}
