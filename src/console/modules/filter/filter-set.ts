import { anyTime, readSpan, type Span, spanParams, writeSpan } from './span.ts';

type Value = string | number | boolean | null | readonly string[];

/** One filter of a list. */
interface Filter<V extends Value> {
  /** The parameter of the API that it becomes. */
  param: string;
  /** The value when the filter isn't set. */
  none: V;
  /** Reads its values in a URL. Invalid ones are ignored, so that a mistyped link still opens the list. */
  read: (texts: readonly string[]) => V;
}

/** A search. */
export const textFilter = (param: string): Filter<string> => ({
  param,
  none: '',
  read: ([text = '']) => text.slice(0, 200),
});

export const idFilter = (param: string): Filter<string | null> => ({
  param,
  none: null,
  read: ([id]) => (id && id.length <= 64 ? id : null),
});

export const choiceFilter = <V extends string>(
  param: string,
  values: readonly V[],
): Filter<V | null> => ({
  param,
  none: null,
  read: ([text]) => values.find((value) => value === text) ?? null,
});

export const choicesFilter = <V extends string>(
  param: string,
  values: readonly V[],
): Filter<V[]> => ({
  param,
  none: [],
  read: (texts) => values.filter((value) => texts.includes(value)),
});

export const flagFilter = (param: string): Filter<boolean | null> => ({
  param,
  none: null,
  read: ([text]) => text === 'yes' || (text === 'no' ? false : null),
});

export const numberFilter = (param: string): Filter<number | null> => ({
  param,
  none: null,
  read: ([text]) => {
    const number = Number(text);
    return Number.isInteger(number) && number > 0 && number <= 2147483647 ? number : null;
  },
});

/** The filters of a list, as a URL and as parameters of the API. */
export interface FilterSet<Values, Params> {
  none: Values;
  read: (search: URLSearchParams) => Values;
  /** Writes the filters into a copy of `search`; other parameters, such as the open drawer, stay. */
  write: (search: URLSearchParams, values: Values) => URLSearchParams;
  /** The number of filters set. */
  count: (values: Values) => number;
  /** The filters as API parameters; relative periods end at `now`. */
  params: (values: Values, now: Date) => Params;
}

/**
 * Filters by name, besides a span of time.
 * @param time the start of the names of the API's time parameters
 * @param sense removes values that make no sense without others
 */
export function filterSet<Params, V extends Record<string, Value>>(
  filters: { [K in keyof V]: Filter<V[K]> },
  time: 'created' | 'called' = 'created',
  sense: (values: V & Span) => V & Span = (values) => values,
): FilterSet<V & Span, Params> {
  const all = Object.entries<Filter<Value>>(filters);
  const each = (value: (name: string, filter: Filter<Value>) => Value) =>
    Object.fromEntries(all.map(([name, filter]) => [name, value(name, filter)])) as V;
  const write = (search: URLSearchParams, values: V & Span) => {
    const next = new URLSearchParams(search);
    const sensible = sense(values);
    for (const [name] of all) {
      next.delete(name);
      for (const text of texts(sensible[name])) next.append(name, text);
    }
    writeSpan(next, sensible);
    return next;
  };
  return {
    none: { ...each((_, { none }) => none), ...anyTime },
    read: (search) => ({
      ...each((name, filter) => filter.read(search.getAll(name))),
      ...readSpan(search),
    }),
    write,
    count: (values) => new Set(write(new URLSearchParams(), values).keys()).size,
    params: (values, now) => {
      const sensible = sense(values);
      const set = all.filter(([name]) => texts(sensible[name]).some((text) => text.trim()));
      const span = Object.entries(spanParams(sensible, now));
      return Object.fromEntries([
        ...set.map(([name, { param }]) => [param, trimmed(sensible[name])]),
        ...span.map(([name, at]) => [name.replace('created', time), at]),
      ]) as Params;
    },
  };
}

const trimmed = (value: unknown) => (typeof value === 'string' ? value.trim() : value);

function texts(value: Value | undefined): readonly string[] {
  if (value === null || value === undefined || value === '') return [];
  if (typeof value === 'boolean') return [value ? 'yes' : 'no'];
  return typeof value === 'object' ? value : [String(value)];
}
