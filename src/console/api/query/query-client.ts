import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import type { MessageArea } from '#core/messages.ts';
import { isApiError } from '../api-error.ts';
import { messageOf } from '../error-message.ts';
import { fieldErrors } from '../field-errors.ts';
import { retryDelay } from '../http/retry-delay.ts';
import { setQueryClient } from './current-client.ts';

const RETRIES = 3;
/** How long unused data stays in memory. */
const CACHE_MS = 5 * 60_000;

/** How a query or mutation reports failures; set in `meta` of its options. */
export type ErrorMeta = {
  /** What the person was doing; selects the specified message. */
  area?: MessageArea;
  /** The caller shows the failure itself. */
  silent?: boolean;
  /** A `Form` or `attempt` around it shows the failure, as that of other requests. */
  direct?: boolean;
  /** A form shows field errors at its fields; only other errors get a toast. */
  fields?: boolean;
};

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: ErrorMeta & Record<string, unknown>;
    mutationMeta: ErrorMeta & Record<string, unknown>;
  }
}

/** The errors of mutations: each was shown, by `onError` or, where `meta` says so, by the caller. */
const mutationErrors = new WeakSet<Error>();

export const isMutationError = (error: unknown): boolean =>
  error instanceof Error && mutationErrors.has(error);

type Listener = (message: string, error: unknown) => void;

/** 403 is final and not retried; everything else is, three times. */
export function shouldRetry(failures: number, error: unknown): boolean {
  return !isApiError(error, 403) && failures < RETRIES;
}

/**
 * The console's query policy, as specified: data never goes stale by itself and is kept for five minutes.
 * @param onError receives failures that no screen shows: those of mutations, and of refetches behind data that
 *   is on the screen (a first load shows its error in place, a further page below the rows)
 */
export function createQueryClient(onError: Listener): QueryClient {
  const client = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        const isShown = query.state.data === undefined || query.state.fetchMeta?.fetchMore;
        if (query.meta?.silent || isShown) return;
        onError(messageOf(error, query.meta?.area), error);
      },
    }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) => {
        if (mutation.meta?.direct) return;
        mutationErrors.add(error);
        if (mutation.meta?.silent) return;
        if (mutation.meta?.fields && Object.keys(fieldErrors(error)).length > 0) return;
        onError(messageOf(error, mutation.meta?.area), error);
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        gcTime: CACHE_MS,
        retry: shouldRetry,
        retryDelay,
      },
      // Without a connection, they fail at once instead of waiting for one.
      mutations: { networkMode: 'always' },
    },
  });
  setQueryClient(client);
  return client;
}
