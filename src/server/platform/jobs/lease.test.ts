import { afterEach, expect, it, vi } from 'vitest';
import { keepLease, LeaseLost } from './lease.ts';

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

function keep(renew: () => Promise<boolean>, leaseMs: number) {
  const reports: unknown[] = [];
  const { signal, end } = keepLease(renew, leaseMs, (error) => reports.push(error));
  ends.push(end);
  return { signal, end, reports };
}

it('is renewed until it ends', async () => {
  const renew = vi.fn(async () => true);
  const { signal, end } = keep(renew, 20);
  await vi.waitFor(() => expect(renew.mock.calls.length).toBeGreaterThan(15));
  await end();
  const { length } = renew.mock.calls;
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(renew).toHaveBeenCalledTimes(length);
  expect(signal.aborted).toBe(false);
});

it('is lost when the job is no longer ours', async () => {
  const { signal } = keep(async () => false, 20);
  await vi.waitFor(() => expect(signal.reason).toBeInstanceOf(LeaseLost));
});

it('survives a failed renewal, but not a database that is unreachable for the duration of the lease', async () => {
  const gone = new Error('the database is unreachable');
  const renew = vi.fn(async () => true).mockRejectedValueOnce(gone);
  const { signal, reports } = keep(renew, 2000);
  const lasting = keep(() => Promise.reject(gone), 50);
  await vi.waitFor(() => expect(lasting.signal.reason).toBeInstanceOf(LeaseLost));
  await vi.waitFor(() => expect(renew.mock.calls.length).toBeGreaterThan(1));
  expect(reports).toEqual([gone]);
  expect(signal.aborted).toBe(false);
});
