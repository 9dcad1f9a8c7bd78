import { expect, it, vi } from 'vitest';
import type { Run } from '#generated/model/index.ts';
import type { RunJob } from './execution/run-job.ts';
import { LiveRun } from './live-run.ts';
import { createRunHub } from './run-hub.ts';
import { type EndedRow, RowRefused } from './run-writes.ts';

function open(end: (row: EndedRow) => Promise<boolean>) {
  const report = vi.fn();
  const hub = createRunHub({
    execute: async () => ({ status: 'succeeded', output: 'Hi', valid: true, error: null }),
    end,
    find: async () => undefined,
    onEnded: () => undefined,
    report,
  });
  const usage = { input_tokens: 0, output_tokens: 0, cost: 0 };
  const live = new LiveRun({ id: 'run_1', status: 'running', usage } as unknown as Run, 'org_1');
  live.reserved = 5;
  hub.reserve(live);
  hub.run({ live } as RunJob);
  return { hub, live, report };
}

it('keeps trying to store an end while the database is unreachable', async () => {
  let tries = 0;
  const { live } = open(async () => {
    tries += 1;
    if (tries === 1) throw new Error('connection lost');
    return true;
  });
  expect(await live.done).toMatchObject({ status: 'succeeded', output: 'Hi' });
});

it('ends a run as failed if its result can never be stored', async () => {
  const { hub, live, report } = open(async ({ status }) => {
    if (status === 'succeeded') throw new RowRefused('out of range');
    return true;
  });
  expect(await live.done).toMatchObject({
    status: 'failed',
    error: { code: 'internal_error', message: expect.stringContaining("couldn't be stored") },
    usage: { cost: 0 },
  });
  expect(report).toHaveBeenCalledOnce();
  expect([hub.reservedBy('org_1'), hub.find('run_1')]).toEqual([0, undefined]);
});

it('gives up when not even that can be stored', async () => {
  const { live, report } = open(() => Promise.reject(new RowRefused('no such disk')));
  expect(await live.done).toMatchObject({ status: 'failed' });
  expect(report).toHaveBeenCalledTimes(2);
});
