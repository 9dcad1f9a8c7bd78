import { useCallback, useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';

/**
 * Values that were set but not rendered yet. The router returns what was rendered last, so a second value set
 * before that (a search that ends as a filter is clicked) would undo the first.
 */
let pending: { path: string; params: URLSearchParams } | null = null;

/**
 * One value of the URL's query string. Filters, tabs and open drawers live there, so that copied links and
 * Back work.
 * @returns the value (null when absent) and a setter (null removes it). Setting replaces the history entry
 *   unless `push` is true.
 */
export function useQueryParam(
  name: string,
): [string | null, (value: string | null, options?: { push?: boolean }) => void] {
  const [params, setParams] = useSearchParams();
  useEffect(() => {
    if (params) pending = null;
    return () => {
      pending = null;
    };
  }, [params]);
  const set = useCallback(
    (value: string | null, options?: { push?: boolean }) => {
      setParams(
        (before) => {
          const path = window.location.pathname;
          const next = new URLSearchParams(pending?.path === path ? pending.params : before);
          if (value === null || value === '') next.delete(name);
          else next.set(name, value);
          pending = { path, params: next };
          return next;
        },
        { replace: !options?.push, preventScrollReset: true },
      );
    },
    [name, setParams],
  );
  return [params.get(name), set];
}
