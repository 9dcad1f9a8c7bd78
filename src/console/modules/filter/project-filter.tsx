import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { FilterSelect } from '#console/modules/filter/filter-select.tsx';
import { useGetProject, useListProjects } from '#generated/api/project/project.ts';
import { withChosen } from './filter-options.ts';

interface ProjectFilterProps {
  orgId: string;
  value: string | null;
  onChange: (projectId: string | null) => void;
  /** Turns it into a form field with this label. */
  label?: string;
  placeholder?: string;
  /** Whether it is focused when its dialog opens. */
  autoFocus?: boolean;
}

const DELAY_MS = 200;
/** The most that one page of a list can contain. Others are found by typing. */
const LISTED = 100;

/** A filter by project. */
export function ProjectFilter({
  orgId,
  value,
  onChange,
  label,
  placeholder = 'Any project',
  autoFocus,
}: ProjectFilterProps) {
  // A field of a dialog will be used, so its names load with it.
  const [isAsked, setAsked] = useState(label !== undefined);
  const [isAwaited, setAwaited] = useState(false);
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed.trim(), DELAY_MS);
  const projects = useListProjects(
    orgId,
    { page_limit: LISTED, ...(q !== '' && { q }) },
    { query: { enabled: isAsked, placeholderData: (before) => before, meta: { silent: true } } },
  );
  // The list may lack it.
  const chosen = useGetProject(orgId, value ?? '', {
    query: { enabled: value !== null, meta: { silent: true } },
  });
  const names = new Map((projects.data?.results ?? []).map(({ id, name }) => [id, name]));
  const options = withChosen(
    names,
    value,
    chosen.data?.name ?? (chosen.isPending ? '…' : 'Deleted project'),
  );
  return (
    <FilterSelect
      {...(label === undefined ? { 'aria-label': 'Project' } : { label })}
      placeholder={placeholder}
      data-autofocus={autoFocus}
      wide
      searchable
      data={options}
      value={value}
      onChange={onChange}
      onSearchChange={(text) => {
        // The select also reports the name that was chosen.
        setTyped(options.some(({ label }) => label === text) ? '' : text);
      }}
      onDropdownOpen={() => setAsked(true)}
      onDropdownClose={() => setAwaited(false)}
      // If pressed before the names have loaded, the key selects the first one once they have.
      onKeyDown={({ key }) => key === 'ArrowDown' && projects.isPending && setAwaited(true)}
      selectFirstOptionOnChange={isAwaited && !projects.isPending}
      nothingFoundMessage={projects.isFetching ? 'Loading…' : 'No projects'}
    />
  );
}
