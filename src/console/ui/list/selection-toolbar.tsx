import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Toolbar } from './toolbar.tsx';

interface SelectionToolbarProps {
  count: number;
  /** For the text that says how many are selected. */
  className?: string;
  onClear: () => void;
  /** The actions on the selected rows. */
  children: ReactNode;
}

/** Replaces the toolbar of a list while rows are selected. */
export function SelectionToolbar({ count, className, onClear, children }: SelectionToolbarProps) {
  return (
    <Toolbar>
      <span className={className} role="status">
        {count.toLocaleString('en-GB')} selected
      </span>
      {children}
      <Button variant="subtle" onClick={onClear}>
        Clear selection
      </Button>
    </Toolbar>
  );
}
