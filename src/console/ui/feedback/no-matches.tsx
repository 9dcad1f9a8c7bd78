import { Button } from '@mantine/core';
import { IconSearchOff } from '@tabler/icons-react';
import { EmptyState } from './empty-state.tsx';

interface NoMatchesProps {
  /** The plural of what is listed: `documents`. */
  noun: string;
  search: string;
  /** The title when only filters are active; `No matching documents` by default. */
  filtered?: string;
  onClear: () => void;
}

/** Shown when a list's search or filters match nothing. */
export function NoMatches(props: NoMatchesProps) {
  const { noun, search, filtered = `No matching ${noun}`, onClear } = props;
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
