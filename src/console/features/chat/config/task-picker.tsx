import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { useGetTask, useListTasks } from '#generated/api/task/task.ts';

interface TaskPickerProps {
  value: string;
  onChange: (taskId: string) => void;
  description?: string;
  error?: ReactNode;
  disabled?: boolean;
}

/** A task of the project, found by name. */
export function TaskPicker({ value, onChange, description, error, disabled }: TaskPickerProps) {
  const { at } = useActiveProject();
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed.trim(), 150);
  const found = useListTasks(
    ...at,
    { page_limit: 50, ...(q && { q }) },
    { query: { placeholderData: keepPreviousData } },
  );
  const tasks = found.data?.results ?? [];
  const isListed = tasks.some(({ id }) => id === value);
  const chosen = useGetTask(...at, value, {
    query: { enabled: value !== '' && found.isSuccess && !isListed },
  });
  const data = tasks.map(({ id, name }) => ({ value: id, label: name }));
  if (value !== '' && !isListed) data.push({ value, label: chosen.data?.name ?? value });
  return (
    <Select
      label="Task"
      description={description}
      placeholder="Choose a task"
      searchable
      allowDeselect={false}
      nothingFoundMessage={typed ? 'No task has this name' : 'This project has no tasks'}
      data={data}
      // The server searches.
      filter={({ options }) => options}
      onSearchChange={setTyped}
      value={value || null}
      error={error}
      disabled={disabled}
      onChange={(id) => id !== null && onChange(id)}
    />
  );
}
