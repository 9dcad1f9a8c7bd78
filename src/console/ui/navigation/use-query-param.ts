import { useCallback, useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';

/**
 * Values that were set but not rendered yet. The router returns what was rendered last, so a second value set
 * before that (a search that ends as a filter is clicked) would undo the first.
 */
let pending: { path: string; params: URLSearchParams } | null = null;

type Options = { push?: boolean };

/**
 * The URL's query string. Filters, tabs and open drawers live there, so that copied links and Back work.
 * @returns the values and a setter for several of them (null removes one). Setting replaces the history entry unless
 *   `push` is true.
 */
export function useQueryParams() {
  const [params, setParams] = useSearchParams();

  useEffect(() => {
    if (params) pending = null;
    return () => {
      pending = null;
    };
  }, [params]);

  const set = useCallback(
    (values: Readonly<Record<string, string | null>>, options?: Options) => {
      setParams(
        (before) => {
          const path = window.location.pathname;
          const next = new URLSearchParams(pending?.path === path ? pending.params : before);
          for (const [name, value] of Object.entries(values))
            if (value === null || value === '') next.delete(name);
            else next.set(name, value);
          pending = { path, params: next };
          return next;
        },
        { replace: !options?.push, preventScrollReset: true },
      );
    },
    [setParams],
  );
  return [params, set] as const;
}

/** One value of the URL's query string; null when absent. */
export function useQueryParam(name: string) {
  const [params, setAll] = useQueryParams();
  const set = useCallback(
    (value: string | null, options?: Options) => setAll({ [name]: value }, options),
    [name, setAll],
  );
  return [params.get(name), set] as const;
}
