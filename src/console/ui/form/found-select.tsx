import { Select, type SelectProps } from '@mantine/core';

interface FoundSelectProps
  extends Pick<SelectProps, 'description' | 'error' | 'value' | 'onChange'> {
  /** What is chosen: `project`. */
  noun: string;
  query: { isPending: boolean };
  /** What the server found. */
  options: readonly { id: string; name: string }[];
  search: string;
  onSearch: (text: string) => void;
}

/** The first field of a dialog: chooses one of many things, which the server searches. */
export function FoundSelect({
  noun,
  query,
  options,
  search,
  onSearch,
  ...field
}: FoundSelectProps) {
  return (
    <Select
      data-autofocus
      label={`${noun[0]?.toUpperCase()}${noun.slice(1)}`}
      placeholder={query.isPending ? `Loading ${noun}s…` : `Select a ${noun}`}
      searchable
      // The open list would cover the text below.
      openOnFocus={false}
      searchValue={search}
      onSearchChange={onSearch}
      nothingFoundMessage={`No matching ${noun}`}
      data={options.map(({ id, name }) => ({ value: id, label: name }))}
      {...field}
    />
  );
}
