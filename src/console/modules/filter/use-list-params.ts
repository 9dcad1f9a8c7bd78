import { useCallback } from 'react';
import { useQueryParams } from '#console/ui/navigation/use-query-param.ts';

/** The values of each filter, by its parameter; null if any text is valid. */
type FilterOptions = Readonly<Record<string, readonly string[] | null>>;

type FilterValue<Options> = Options extends readonly (infer Value)[] ? Value : string;

/**
 * The search text, sort order and filters of a list, in the URL.
 * @param sorts all sort orders, the default first
 */
export function useListParams<Sort extends string, Filters extends FilterOptions>(
  [defaultSort, ...others]: readonly [Sort, ...Sort[]],
  filters: Filters,
) {
  const [values, set] = useQueryParams();
  /** The filter's value; null if it is absent or invalid. */
  const filter = <Name extends keyof Filters & string>(name: Name) => {
    const value = values.get(name) || null;
    const options = filters[name];
    const isValid = value !== null && (!options || options.includes(value));
    return isValid ? (value as FilterValue<Filters[Name]>) : null;
  };
  const search = values.get('q') ?? '';
  const sort = others.find((other) => other === values.get('sort')) ?? defaultSort;
  return {
    search,
    sort,
    /** For the API, without the filters. */
    params: { page_limit: 50, sort, ...(search && { q: search }) },
    isFiltered: search !== '' || Object.keys(filters).some((name) => filter(name) !== null),
    filter,
    setFilter: (name: keyof Filters & string, value: string | null) => set({ [name]: value }),
    setSearch: useCallback((q: string) => set({ q }), [set]),
    setSort: (value: string) => set({ sort: value === defaultSort ? null : value }),
    clear: () =>
      set(Object.fromEntries(['q', ...Object.keys(filters)].map((name) => [name, null]))),
  };
}

/** The sort orders among the options of a select. */
export function sortsOf<Sort extends string>(
  options: readonly [{ value: Sort }, ...{ value: Sort }[]],
): readonly [Sort, ...Sort[]] {
  const [first, ...others] = options;
  return [first.value, ...others.map(({ value }) => value)];
}
