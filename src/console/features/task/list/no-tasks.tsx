import { Button } from '@mantine/core';
import { IconSearchOff, IconTerminal2 } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { EmptyState } from '#console/ui/feedback/empty-state.tsx';

interface NoTasksProps {
  /** What was searched for; empty when nothing was. */
  search: string;
  /** What else the list is narrowed to. */
  filter: 'archived' | 'tag' | null;
  onClear: () => void;
  create: ReactNode;
  /** Another way to a first task. */
  other: ReactNode;
}

/** What stands there when there is no task, or none that was searched for. */
export function NoTasks({ search, filter, onClear, create, other }: NoTasksProps) {
  if (search !== '' || filter !== null) {
    return (
      <EmptyState
        icon={<IconSearchOff size={20} stroke={1.5} />}
        title={
          search !== ''
            ? `No task matches “${search}”`
            : filter === 'archived'
              ? 'No task is archived'
              : 'No task has this tag'
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
      icon={<IconTerminal2 size={20} stroke={1.5} />}
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
      Describe what you need: Taskloom writes the prompts, you try them here and call the task from
      your code.
    </EmptyState>
  );
}
