import { expect, it, vi } from 'vitest';
import { createSchedule } from './schedule.ts';

it('repeats a job, never twice synchronously', async () => {
  const schedule = createSchedule(() => {});
  let underWay = 0;
  const job = vi.fn(async () => {
    underWay += 1;
    expect(underWay).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 15));
    underWay -= 1;
  });
  schedule.every(5, job);
  await vi.waitFor(() => expect(job.mock.calls.length).toBeGreaterThan(2));
  await schedule.close();
  expect(underWay).toBe(0);
});

it('reports and repeats a job that throws, synchronously or not', async () => {
  const reports: string[] = [];
  const schedule = createSchedule((error) => reports.push(String(error)));
  schedule.every(5, () => {
    throw new Error('synchronously');
  });
  schedule.every(5, () => Promise.reject(new Error('later')));
  await vi.waitFor(() => {
    for (const text of ['Error: synchronously', 'Error: later'])
      expect(reports.filter((one) => one === text).length).toBeGreaterThan(1);
  });
  await schedule.close();
});

it('close waits for the round in progress and starts no other', async () => {
  const schedule = createSchedule(() => {});
  const round = Promise.withResolvers<void>();
  const job = vi.fn(() => round.promise);
  schedule.every(1, job);
  await vi.waitFor(() => expect(job).toHaveBeenCalled());
  let isClosed = false;
  const closing = schedule.close().then(() => {
    isClosed = true;
  });
  await new Promise((resolve) => setTimeout(resolve, 10));
  expect(isClosed).toBe(false);
  round.resolve();
  await closing;
  await new Promise((resolve) => setTimeout(resolve, 10));
  expect(job).toHaveBeenCalledOnce();
});
