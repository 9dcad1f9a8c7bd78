import { Button } from '@mantine/core';
import { useMergedRef } from '@mantine/hooks';
import { IconArrowUp } from '@tabler/icons-react';
import { type ReactNode, type Ref, useRef } from 'react';
import classes from './filtered-list.module.css';
import type { NewRows } from './use-new-rows.ts';

interface FilteredListProps {
  /** The rows are of the previous filters. */
  isStale: boolean;
  /** Rows that came up since. */
  fresh?: NewRows;
  ref?: Ref<HTMLDivElement>;
  children: ReactNode;
}

/** A table that takes up the page. While filters apply, the previous rows stay, dimmed, so that nothing flickers. */
export function FilteredList({ isStale, fresh, ref, children }: FilteredListProps) {
  const list = useRef<HTMLDivElement>(null);
  const merged = useMergedRef(list, ref);
  const showNew = async () => {
    await fresh?.show();
    list.current?.querySelector('[role="table"]')?.parentElement?.scrollTo({ top: 0 });
  };
  return (
    <div className={classes.list} ref={merged} data-stale={isStale || undefined}>
      {fresh?.label && (
        <Button
          className={classes.pill}
          size="xs"
          radius="xl"
          leftSection={<IconArrowUp />}
          onClick={showNew}
        >
          {fresh.label}
        </Button>
      )}
      {children}
    </div>
  );
}

/** The buttons at the top of the page. */
export function ListActions({ children }: { children: ReactNode }) {
  return <div className={classes.actions}>{children}</div>;
}
