import { Button } from '@mantine/core';
import { IconSearchOff } from '@tabler/icons-react';
import { EmptyState } from '#console/ui/feedback/empty-state.tsx';

interface NoMatchesProps {
  /** The things that are listed: `documents`. */
  noun: string;
  search: string;
  /** The title if it is the filters that hide all. */
  filtered?: string;
  onClear: () => void;
}

/** Shown when the search or the filters of a list hide all its rows. */
export function NoMatches({ noun, search, filtered = '', onClear }: NoMatchesProps) {
  return (
    <EmptyState
      icon={<IconSearchOff />}
      title={search ? `No ${noun} match “${search}”` : filtered}
      action={
        <Button variant="default" onClick={onClear}>
          Show all {noun}
        </Button>
      }
    />
  );
}
