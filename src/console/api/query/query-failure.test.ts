import { QueryObserver } from '@tanstack/react-query';
import { describe, expect, it, vi } from 'vitest';
import { ApiError } from '../api-error.ts';
import { createQueryClient } from './query-client.ts';
import { failureOf } from './query-failure.ts';

/** Watches a query of the console's policy whose calls end like this, one after the other. */
function watch(...answers: (number | string)[]) {
  vi.useFakeTimers();
  const client = createQueryClient(() => undefined);
  const ask = vi.fn(async () => {
    const answer = answers[Math.min(ask.mock.calls.length, answers.length) - 1];
    if (typeof answer === 'number') throw new ApiError({ status: answer });
    return answer;
  });
  const observer = new QueryObserver<unknown, ApiError>(client, { queryKey: ['q'], queryFn: ask });
  observer.subscribe(() => undefined);
  return { observer, ask };
}

describe('why a query has nothing to show', () => {
  it('says at once that a thing is not there, while it is asked for again', async () => {
    const { observer, ask } = watch(404);
    await vi.advanceTimersByTimeAsync(1);
    expect(ask).toHaveBeenCalledTimes(1);
    expect(failureOf(observer.getCurrentResult())?.status).toBe(404);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(ask).toHaveBeenCalledTimes(4);
    expect(failureOf(observer.getCurrentResult())?.status).toBe(404);
  });

  it('takes that back when it comes into being', async () => {
    const { observer } = watch(404, 'there');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(failureOf(observer.getCurrentResult())).toBeNull();
    expect(observer.getCurrentResult().data).toBe('there');
  });

  it('says nothing of a failure that may pass, until it is certain', async () => {
    const { observer } = watch(503);
    await vi.advanceTimersByTimeAsync(2000);
    expect(failureOf(observer.getCurrentResult())).toBeNull();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(failureOf(observer.getCurrentResult())?.status).toBe(503);
  });
});
