import { useCallback } from 'react';
import { useSearchParams } from 'react-router-dom';

/** The row that is open beside its list. The URL stores it under `name`. */
export function useOpenRow(name: string) {
  const [search, setSearch] = useSearchParams();
  const open = useCallback(
    (id: string | null) =>
      setSearch((before) => withRow(before, name, id), {
        replace: id !== null,
        preventScrollReset: true,
        // Updated immediately: while a key is held down, the next press continues from here.
        flushSync: true,
      }),
    [name, setSearch],
  );
  return {
    id: search.get(name),
    open,
    href: ({ id }: { id: string }) => `?${withRow(search, name, id)}`,
  };
}

function withRow(search: URLSearchParams, name: string, id: string | null): URLSearchParams {
  const next = new URLSearchParams(search);
  next.delete(name);
  if (id !== null) next.set(name, id);
  return next;
}
