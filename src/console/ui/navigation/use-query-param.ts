import { useCallback, useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';

/**
 * What was set and is not on the screen yet. The router hands out what was rendered last, so a second value that is
 * set before that (a search that ends as a filter is clicked) would undo the first.
 */
let pending: { path: string; params: URLSearchParams } | null = null;

/**
 * One value of the URL's query string: filters, tabs and open drawers live there, so that a copied link
 * and Back work.
 * @returns the value (null when absent) and how to set it (null removes it). Setting replaces the history
 *   entry unless `push` is true.
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
