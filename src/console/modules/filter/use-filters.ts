import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { FilterSet } from './filter-set.ts';

/** The filters of a list that the URL stores. */
export interface Filters<Values, Params> {
  values: Values;
  /** For the API. */
  params: Params & { page_limit: number };
  /** When these filters were set (RFC 3339). */
  opened: string;
  count: number;
  set: (change: Partial<Values>) => void;
  clear: () => void;
}

/** The filters of a list, in the URL. */
export function useFilters<Values, Params>(
  filters: FilterSet<Values, Params>,
): Filters<Values, Params> {
  const [search, setSearch] = useSearchParams();
  const key = filters.write(new URLSearchParams(), filters.read(search)).toString();
  const current = useMemo(() => {
    // Relative periods are resolved once, when the filter is set, so that the list doesn't shift by itself.
    const now = new Date();
    const values = filters.read(new URLSearchParams(key));
    return {
      values,
      params: { ...filters.params(values, now), page_limit: 100 },
      opened: now.toISOString(),
      count: filters.count(values),
    };
  }, [filters, key]);
  const { values } = current;
  const set = useCallback(
    (change: Partial<Values>) =>
      setSearch((before) => filters.write(before, { ...values, ...change }), { replace: true }),
    [filters, values, setSearch],
  );
  return { ...current, set, clear: () => set(filters.none) };
}
