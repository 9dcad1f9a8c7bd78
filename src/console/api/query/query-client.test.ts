import { InfiniteQueryObserver, QueryObserver } from '@tanstack/react-query';
import { describe, expect, it, vi } from 'vitest';
import { GENERIC_MESSAGE, MESSAGES } from '#core/messages.ts';
import { ApiError } from '../api-error.ts';
import { createQueryClient, shouldRetry } from './query-client.ts';

const failed = (status: number, code?: string, errors?: { pointer: string; message: string }[]) =>
  new ApiError({
    status,
    problem: code
      ? { type: 't', title: 'T', status, code: code as 'forbidden', detail: 'Detail.', errors }
      : null,
  });

describe('query policy', () => {
  const client = createQueryClient(() => undefined);
  const { staleTime, gcTime, retryDelay } = client.getDefaultOptions().queries ?? {};
  const delay = retryDelay as (attempt: number, error: Error) => number;

  it('never marks data stale, and keeps it for five minutes', () => {
    expect(staleTime).toBe(Number.POSITIVE_INFINITY);
    expect(gcTime).toBe(300_000);
  });

  it('waits 1 s, doubling, at most 30 s', () => {
    expect([0, 1, 2, 3, 4, 5, 9].map((n) => delay(n, failed(500)))).toEqual([
      1000, 2000, 4000, 8000, 16_000, 30_000, 30_000,
    ]);
  });

  it('retries three times, but never after a 403', () => {
    expect([0, 1, 2, 3].map((n) => shouldRetry(n, failed(500)))).toEqual([true, true, true, false]);
    expect(shouldRetry(0, failed(403))).toBe(false);
    expect(shouldRetry(0, failed(404))).toBe(true);
    expect(shouldRetry(0, new TypeError('network'))).toBe(true);
  });

  it.each([
    [500, 4],
    [403, 1],
  ])('requests a query that returns %d, %d times', async (status, times) => {
    vi.useFakeTimers();
    const ask = vi.fn().mockRejectedValue(failed(status));
    const observer = new QueryObserver(
      createQueryClient(() => undefined),
      {
        queryKey: ['q', status],
        queryFn: ask,
      },
    );
    const stop = observer.subscribe(() => undefined);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(ask).toHaveBeenCalledTimes(times);
    stop();
  });
});

describe('reporting failures', () => {
  async function mutate(error: Error, meta?: Record<string, unknown>): Promise<string[]> {
    const shown: string[] = [];
    const client = createQueryClient((message) => shown.push(message));
    const mutation = client.getMutationCache().build(client, {
      mutationFn: () => Promise.reject(error),
      meta,
    });
    await mutation.execute(undefined).catch(() => undefined);
    return shown;
  }

  it('shows the specified message for a mutation', async () => {
    expect(await mutate(failed(500, 'internal_error'))).toEqual([GENERIC_MESSAGE]);
    expect(await mutate(failed(0))).toEqual([GENERIC_MESSAGE]);
    expect(await mutate(failed(402, 'insufficient_balance'))).toEqual([MESSAGES.task.balance]);
    expect(await mutate(failed(500, 'internal_error'), { area: 'project.create' })).toEqual([
      MESSAGES.settings.createProject,
    ]);
    expect(await mutate(failed(409, 'last_project'))).toEqual(['Detail.']);
  });

  it('skips failures the caller shows itself or that are shown at a field', async () => {
    const atField = failed(400, 'invalid_request', [{ pointer: '/name', message: 'No.' }]);
    expect(await mutate(failed(500), { silent: true })).toEqual([]);
    expect(await mutate(atField, { fields: true })).toEqual([]);
    expect(await mutate(failed(500), { fields: true })).toEqual([MESSAGES.app.unexpected]);
  });

  it('reports a query only when its data is on the screen', async () => {
    const shown: string[] = [];
    const client = createQueryClient((message) => shown.push(message));
    const options = { queryKey: ['q'], retry: false, staleTime: 0 };
    const fails = () => Promise.reject(failed(500));
    await client.fetchQuery({ ...options, queryFn: fails }).catch(() => undefined);
    expect(shown).toEqual([]);
    await client.fetchQuery({ ...options, queryFn: async () => 1 });
    await client.fetchQuery({ ...options, queryFn: fails }).catch(() => undefined);
    expect(shown).toEqual([MESSAGES.app.unexpected]);
  });

  it('skips a further page, since the list shows the failure below its rows', async () => {
    const shown: string[] = [];
    const client = createQueryClient((message) => shown.push(message));
    const observer = new InfiniteQueryObserver(client, {
      queryKey: ['pages'],
      queryFn: ({ pageParam }) =>
        pageParam === 0 ? Promise.resolve(1) : Promise.reject(failed(500)),
      initialPageParam: 0,
      getNextPageParam: () => 1,
      retry: false,
    });
    const stop = observer.subscribe(() => undefined);
    await vi.waitFor(() => expect(observer.getCurrentResult().hasNextPage).toBe(true));
    expect((await observer.fetchNextPage()).isFetchNextPageError).toBe(true);
    expect(shown).toEqual([]);
    stop();
  });
});
