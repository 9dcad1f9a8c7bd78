import { useCallback } from 'react';
import { useQueryParams } from '#console/ui/navigation/use-query-param.ts';

/**
 * The search text, sort order and filters of a list, in the URL.
 * @param sorts all sort orders, the default first
 * @param filters the names of the filters' parameters
 */
export function useListParams<Sort extends string>(
  [defaultSort, ...others]: readonly [Sort, ...Sort[]],
  filters: readonly string[] = [],
) {
  const [values, set] = useQueryParams();
  const search = values.get('q') ?? '';
  const sort = others.find((other) => other === values.get('sort')) ?? defaultSort;
  return {
    search,
    sort,
    /** For the API, without the filters. */
    params: { page_limit: 50, sort, ...(search && { q: search }) },
    isFiltered: ['q', ...filters].some((name) => values.get(name)),
    filter: (name: string) => values.get(name),
    setFilter: (name: string, value: string | null) => set({ [name]: value }),
    setSearch: useCallback((q: string) => set({ q }), [set]),
    setSort: (value: string) => set({ sort: value === defaultSort ? null : value }),
    clear: () => set(Object.fromEntries(['q', ...filters].map((name) => [name, null]))),
  };
}

/** The sort orders among the options of a select. */
export function sortsOf<Sort extends string>(
  options: readonly [{ value: Sort }, ...{ value: Sort }[]],
): readonly [Sort, ...Sort[]] {
  const [first, ...others] = options;
  return [first.value, ...others.map(({ value }) => value)];
}
