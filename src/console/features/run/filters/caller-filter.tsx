import { useState } from 'react';
import { FilterSelect } from '#console/modules/filter/filter-select.tsx';
import { callerKinds } from '#console/modules/run/caller-kind.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { useListRunCallers } from '#generated/api/run/run.ts';

interface CallerFilterProps {
  value: string | null;
  onChange: (callerId: string | null) => void;
}

/** Filters by caller: people, API keys and others that have run something in the project. */
export function CallerFilter({ value, onChange }: CallerFilterProps) {
  const { at } = useActiveProject();
  const [opened, setOpened] = useState(false);
  const { data, isFetching } = useListRunCallers(...at, {
    // New runs add callers, so the list reloads whenever it is opened.
    query: { enabled: opened || value !== null, staleTime: 0, meta: { silent: true } },
  });
  const callers = data?.results ?? [];
  const options = Object.entries(callerKinds)
    .map(([type, { many }]) => group(many, type))
    .filter(({ items }) => items.length > 0);
  if (value !== null && !callers.some(({ id }) => id === value)) {
    options.unshift({ group: '', items: [{ value, label: isFetching ? '…' : 'Unknown caller' }] });
  }

  function group(title: string, type: string) {
    const items = callers.filter((caller) => caller.type === type);
    return { group: title, items: items.map(({ id, name }) => ({ value: id, label: name })) };
  }

  return (
    <FilterSelect
      aria-label="Caller"
      placeholder="Any caller"
      searchable={callers.length > 8}
      data={options}
      value={value}
      onChange={onChange}
      onDropdownOpen={() => setOpened(true)}
      nothingFoundMessage={isFetching ? 'Loading…' : 'No callers yet'}
    />
  );
}
