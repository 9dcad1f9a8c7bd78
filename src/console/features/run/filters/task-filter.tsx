import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { FilterSelect } from '#console/modules/filter/filter-select.tsx';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { useListTaskRevisions } from '#generated/api/revision/revision.ts';
import { useGetTask, useListTasks } from '#generated/api/task/task.ts';

interface TaskFilterProps {
  value: string | null;
  onChange: (taskId: string | null) => void;
}

/** Filters by a task of the project, searched on the server. */
export function TaskFilter({ value, onChange }: TaskFilterProps) {
  const { at } = useActiveProject();
  const [search, setSearch] = useState('');
  const [opened, setOpened] = useState(false);
  const [q] = useDebouncedValue(search, 150);
  const chosen = useGetTask(...at, value ?? '', {
    query: { enabled: value !== null, meta: { silent: true } },
  });
  // The field shows the selected task's name, which isn't a search.
  const typed = q === chosen.data?.name ? '' : q;
  const tasks = useListTasks(
    ...at,
    { page_limit: 25, sort: 'name', ...(typed && { q: typed }) },
    { query: { enabled: opened, placeholderData: keepPreviousData, meta: { silent: true } } },
  );
  const options = (tasks.data?.results ?? []).map(({ id, name }) => ({ value: id, label: name }));
  if (value !== null && !options.some((option) => option.value === value)) {
    options.unshift({ value, label: chosen.data?.name ?? 'Deleted task' });
  }
  return (
    <FilterSelect
      aria-label="Task"
      placeholder="Any task"
      wide
      searchable
      data={options}
      value={value}
      onChange={onChange}
      onDropdownOpen={() => setOpened(true)}
      onSearchChange={setSearch}
      filter={({ options: all }) => all}
      nothingFoundMessage={tasks.isFetching ? 'Searching…' : 'No matching task'}
    />
  );
}

interface RevisionFilterProps {
  taskId: string;
  value: number | null;
  onChange: (revision: number | null) => void;
}

/** Filters by a revision of the selected task. */
export function RevisionFilter({ taskId, value, onChange }: RevisionFilterProps) {
  const { at } = useActiveProject();
  const { data } = useListTaskRevisions(
    ...at,
    taskId,
    { page_limit: 100 },
    { query: { meta: { silent: true } } },
  );
  const numbers = new Set((data?.results ?? []).map(({ number }) => number));
  if (value !== null) numbers.add(value);
  return (
    <FilterSelect
      aria-label="Revision"
      placeholder="Any revision"
      searchable={numbers.size > 8}
      data={[...numbers].map((number) => ({ value: String(number), label: `r${number}` }))}
      value={value === null ? null : String(value)}
      onChange={(number) => onChange(number === null ? null : Number(number))}
    />
  );
}
