import { type InfiniteData, type QueryKey, useQueryClient } from '@tanstack/react-query';

/** Rows newer than the ones in a list. */
export interface NewRows {
  /** Null if there are none. */
  label: string | null;
  show: () => Promise<void>;
}

/** The query of new rows: in the background, while the page is visible. */
export const pollOptions = (refetchInterval: number) => ({
  query: { refetchInterval, retry: false, meta: { silent: true } },
});

/** The most rows that one poll returns. */
export const POLL_LIMIT = 100;

/** Shows the new rows of a list on demand. */
export function useNewRows(queryKey: QueryKey): NewRows['show'] {
  const queryClient = useQueryClient();
  return async () => {
    // Only the first page is reloaded, however far the list was scrolled.
    queryClient.setQueryData<InfiniteData<unknown>>(
      queryKey,
      (data) => data && { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) },
    );
    await queryClient.invalidateQueries({ queryKey, exact: true });
  };
}
