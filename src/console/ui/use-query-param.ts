import { useCallback } from 'react';
import { useSearchParams } from 'react-router-dom';

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
  const set = useCallback(
    (value: string | null, options?: { push?: boolean }) => {
      setParams(
        (before) => {
          const next = new URLSearchParams(before);
          if (value === null || value === '') next.delete(name);
          else next.set(name, value);
          return next;
        },
        { replace: !options?.push, preventScrollReset: true },
      );
    },
    [name, setParams],
  );
  return [params.get(name), set];
}
