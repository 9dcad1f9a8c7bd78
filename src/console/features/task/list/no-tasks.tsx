import { Button } from '@mantine/core';
import { IconSearchOff, IconTerminal2 } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { EmptyState } from '#console/ui/feedback/empty-state.tsx';

interface NoTasksProps {
  /** The search text; empty when there is none. */
  search: string;
  /** The active filter, if any. */
  filter: 'archived' | 'tag' | null;
  onClear: () => void;
  create: ReactNode;
  /** A secondary way to get a first task. */
  other: ReactNode;
}

/** The empty state of the task list, with or without filters. */
export function NoTasks({ search, filter, onClear, create, other }: NoTasksProps) {
  if (search !== '' || filter !== null) {
    return (
      <EmptyState
        icon={<IconSearchOff />}
        title={
          search !== ''
            ? `No tasks match “${search}”`
            : filter === 'archived'
              ? 'No archived tasks'
              : 'No tasks with this tag'
        }
        action={
          <Button variant="default" onClick={onClear}>
            Show all tasks
          </Button>
        }
      />
    );
  }
  return (
    <EmptyState
      icon={<IconTerminal2 />}
      title="No tasks yet"
      action={create}
      link={
        <>
          {other}
          <Button component="a" variant="subtle" href="/docs" target="_blank" rel="noreferrer">
            API reference
          </Button>
        </>
      }
    >
      Describe what you need. Taskloom writes the prompts; you test them here and call the task from
      your code.
    </EmptyState>
  );
}
