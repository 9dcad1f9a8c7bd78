import { Button } from '@mantine/core';
import { type ReactNode, useId, useState } from 'react';
import { EmptyState } from '#console/ui/feedback/empty-state.tsx';
import classes from './filters.module.css';

interface ClearableFilters {
  count: number;
  clear: () => void;
}

interface FilterBarProps {
  /** The noun for the rows: `runs`. */
  what: string;
  filters: ClearableFilters;
  /** Filters that a phone shows only on demand. */
  more?: ReactNode;
  /** How many of `more` are set. */
  moreCount?: number;
  children: ReactNode;
}

/** The filters of a list. */
export function FilterBar({ what, filters, more, moreCount, children }: FilterBarProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend would take up space
    <div className={classes.filters} role="group" aria-label={`Filter ${what}`}>
      {children}
      {more && (
        <>
          <Button
            variant="default"
            className={classes.toggle}
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setOpen(!isOpen)}
          >
            {moreCount ? `Filters · ${moreCount}` : 'Filters'}
          </Button>
          <div id={id} className={classes.rest} data-open={isOpen || undefined}>
            {more}
          </div>
        </>
      )}
      {filters.count > 0 && (
        <Button variant="subtle" onClick={filters.clear}>
          Clear filters
        </Button>
      )}
    </div>
  );
}

interface NoRowsProps {
  /** The noun for the rows: `runs`. */
  what: string;
  filters: ClearableFilters;
  /** Shown if no filters are set. */
  children: ReactNode;
}

/** In place of a list's rows when it has none. */
export function NoRows({ what, filters, children }: NoRowsProps) {
  if (filters.count === 0) return children;
  return (
    <EmptyState
      title={`No ${what} match these filters`}
      action={
        <Button variant="default" onClick={filters.clear}>
          Clear filters
        </Button>
      }
    />
  );
}
