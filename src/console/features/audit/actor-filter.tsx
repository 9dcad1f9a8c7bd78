import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { withChosen } from '#console/modules/filter/filter-options.ts';
import { FilterSelect } from '#console/modules/filter/filter-select.tsx';
import { useListOrgMembers } from '#generated/api/member/member.ts';
import type { AuditEntry } from '#generated/model/index.ts';

interface ActorFilterProps {
  orgId: string;
  /** The entries that are shown: they also name keys, and people who have left. */
  rows: readonly AuditEntry[];
  value: string | null;
  onChange: (actorId: string | null) => void;
}

const DELAY_MS = 200;
/** The most that one page of a list can contain. Others are found by typing. */
const PEOPLE_MAX = 100;

/** A filter by who did something: the organisation's people, and whoever is in the entries. */
export function ActorFilter({ orgId, rows, value, onChange }: ActorFilterProps) {
  const [isAsked, setAsked] = useState(false);
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed.trim(), DELAY_MS);
  const people = useListOrgMembers(
    orgId,
    { page_limit: PEOPLE_MAX, ...(q !== '' && { q }) },
    { query: { enabled: isAsked, placeholderData: (before) => before, meta: { silent: true } } },
  );
  const names = new Map([
    ...(people.data?.results ?? []).map(({ user }) => [user.id, user.name] as const),
    ...rows.map(({ actor }) => [actor.id, actor.name] as const),
  ]);
  return (
    <FilterSelect
      aria-label="Person or key"
      placeholder="Anybody"
      wide
      searchable
      data={withChosen(names, value, 'Somebody else')}
      value={value}
      onChange={onChange}
      onSearchChange={(text) => {
        // The select also reports the name that was chosen.
        setTyped([...names.values()].includes(text) ? '' : text);
      }}
      onDropdownOpen={() => setAsked(true)}
      nothingFoundMessage={people.isFetching ? 'Loading…' : 'Nobody'}
    />
  );
}
