import { QueryObserver } from '@tanstack/react-query';
import { describe, expect, it, vi } from 'vitest';
import { ApiError } from '../api-error.ts';
import { createQueryClient } from './query-client.ts';
import { failureOf } from './query-failure.ts';

/** Observes a query under the console's policy. Its calls return these responses (or error statuses) in order. */
function watch(...responses: (number | string)[]) {
  vi.useFakeTimers();
  const client = createQueryClient(() => undefined);
  const ask = vi.fn(async () => {
    const response = responses[Math.min(ask.mock.calls.length, responses.length) - 1];
    if (typeof response === 'number') throw new ApiError({ status: response });
    return response;
  });
  const observer = new QueryObserver<unknown, ApiError>(client, { queryKey: ['q'], queryFn: ask });
  observer.subscribe(() => undefined);
  return { observer, ask };
}

describe('why a query has no data', () => {
  it('reports "not found" immediately, while retrying', async () => {
    const { observer, ask } = watch(404);
    await vi.advanceTimersByTimeAsync(1);
    expect(ask).toHaveBeenCalledTimes(1);
    expect(failureOf(observer.getCurrentResult())?.status).toBe(404);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(ask).toHaveBeenCalledTimes(4);
    expect(failureOf(observer.getCurrentResult())?.status).toBe(404);
  });

  it('recovers when the resource is created', async () => {
    const { observer } = watch(404, 'there');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(failureOf(observer.getCurrentResult())).toBeNull();
    expect(observer.getCurrentResult().data).toBe('there');
  });

  it('does not report a possibly temporary failure until retries are used up', async () => {
    const { observer } = watch(503);
    await vi.advanceTimersByTimeAsync(2000);
    expect(failureOf(observer.getCurrentResult())).toBeNull();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(failureOf(observer.getCurrentResult())?.status).toBe(503);
  });
});
