import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { DAY_MS } from '#core/limits.ts';
import { startShelf } from '../../../tests/support/sources/shelf.ts';
import { startDueSyncs } from './sync.ts';

/** A bench whose first sync has ended, with its clock. */
async function startSynced() {
  const bench = await startShelf();
  bench.shelf.put('a', 'a');
  await bench.work();
  const open = async () =>
    bench.domain.stores.datasource.syncs.count({
      datasource_id: (await bench.row()).id,
      status: { in: ['waiting', 'running'] },
    });
  const dueIn = async () =>
    Math.round((Date.parse((await bench.source()).next_sync_at ?? '') - Date.now()) / 3_600_000);
  return { ...bench, open, dueIn };
}

// In the past, because ids keep increasing: those of later tests would be as far in the future as these.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 2 * DAY_MS }));
afterEach(() => void vi.useRealTimers());

async function later(milliseconds: number, work: () => Promise<unknown>): Promise<void> {
  vi.setSystemTime(Date.now() + milliseconds);
  await work();
}

it('sources are synced when they are due, and once', async () => {
  const bench = await startSynced();
  expect(await bench.dueIn()).toBe(24);
  await startDueSyncs(bench.domain);
  expect(await bench.open()).toBe(0);
  await later(DAY_MS + 1000, async () => {
    await startDueSyncs(bench.domain);
    await startDueSyncs(bench.domain);
    expect(await bench.open()).toBe(1);
    expect(await bench.work()).toMatchObject({ trigger: 'schedule', unchanged: 1 });
    expect(await bench.dueIn()).toBe(24);
  });
});

it('an interval takes effect at once', async () => {
  const bench = await startSynced();
  await bench.sources.update(await bench.row(), { interval: 'hourly' });
  expect(await bench.dueIn()).toBe(1);
  await bench.sources.update(await bench.row(), { interval: 'weekly' });
  expect(await bench.dueIn()).toBe(7 * 24);
  await bench.sources.update(await bench.row(), { interval: 'manual' });
  expect((await bench.source()).next_sync_at).toBeNull();
});

it('a paused source is synced by hand only', async () => {
  const bench = await startSynced();
  const paused = await bench.sources.update(await bench.row(), { is_paused: true });
  expect(paused).toMatchObject({ status: 'paused', next_sync_at: null });
  await later(DAY_MS + 1000, async () => {
    await startDueSyncs(bench.domain);
    expect(await bench.open()).toBe(0);
    expect(await bench.sync()).toMatchObject({ status: 'succeeded', unchanged: 1 });
    expect((await bench.source()).next_sync_at).toBeNull();
    await bench.sources.update(await bench.row(), { is_paused: false });
    expect(await bench.dueIn()).toBe(24);
  });
});

it('pausing ends a sync that waits to be tried again, but none that was started by hand', async () => {
  const bench = await startSynced();
  await later(DAY_MS + 1000, async () => {
    await startDueSyncs(bench.domain);
    await bench.sources.update(await bench.row(), { is_paused: true });
    expect(await bench.source()).toMatchObject({ last_sync: { status: 'cancelled' } });
  });
  await bench.syncs.start(await bench.row());
  await bench.sources.update(await bench.row(), { is_paused: true });
  expect(await bench.open()).toBe(1);
});

it('a source has one sync at a time: starting another returns the one in progress', async () => {
  const bench = await startSynced();
  const [one, other] = await Promise.all([
    bench.syncs.start(await bench.row()),
    bench.syncs.start(await bench.row()),
  ]);
  expect(other.id).toBe(one.id);
  expect(await bench.open()).toBe(1);
});
