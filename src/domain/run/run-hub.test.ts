import { expect, it, vi } from 'vitest';
import { RowRefused } from '#core/async/persist.ts';
import type { Run } from '#generated/model/index.ts';
import type { RunJob } from './execution/run-job.ts';
import { LiveRun } from './live-run.ts';
import type { EndedRow } from './run.tables.ts';
import { createRunHub } from './run-hub.ts';
import { whenEnded } from './run-view.ts';

const usage = { input_tokens: 0, output_tokens: 0, cost: 0 };

function jobOf(id: string, orgId: string): RunJob {
  const run = { id, status: 'running', usage } as unknown as Run;
  return { live: new LiveRun(run, orgId) } as RunJob;
}

function open(end: (row: EndedRow) => Promise<boolean>) {
  const report = vi.fn();
  const hub = createRunHub({
    execute: async () => ({ status: 'succeeded', output: 'Hi', valid: true, error: null }),
    end,
    find: async () => undefined,
    onEnded: () => undefined,
    report,
  });
  const { live } = jobOf('run_1', 'org_1');
  live.charge({ input_tokens: 5, output_tokens: 2 ** 31, cost: 7 });
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
  expect(await whenEnded(live.shown)).toMatchObject({ status: 'succeeded', output: 'Hi' });
});

it('ends a run as failed if its result can never be stored', async () => {
  const { hub, live, report } = open(async ({ status }) => {
    if (status === 'succeeded') throw new RowRefused('out of range');
    return true;
  });
  expect(await whenEnded(live.shown)).toMatchObject({
    status: 'failed',
    error: {
      code: 'internal_error',
      message: 'There was a problem, it has been reported to our team. Please try again later.',
    },
    usage: { input_tokens: 5, output_tokens: 2 ** 31 - 1, cost: 7 },
  });
  expect(report).toHaveBeenCalledOnce();
  expect(hub.find('run_1')).toBeUndefined();
});

it('gives up when not even that can be stored', async () => {
  const { live, report } = open(() => Promise.reject(new RowRefused('no such disk')));
  expect(await whenEnded(live.shown)).toMatchObject({ status: 'failed' });
  expect(report).toHaveBeenCalledTimes(2);
});

/** A hub whose runs execute until the test ends them. */
function openBusy(limits: { maxActive?: number; maxLive?: number; processes?: () => number }) {
  const started: LiveRun[] = [];
  const ends = new Map<LiveRun, () => void>();
  const hub = createRunHub({
    execute: ({ live }) =>
      new Promise((resolve) => {
        if (live.abort.signal.aborted)
          return resolve({ status: 'cancelled', output: null, valid: null, error: null });
        started.push(live);
        const outcome = { status: 'succeeded', output: 'Hi', valid: true, error: null } as const;
        ends.set(live, () => resolve(outcome));
      }),
    end: async () => true,
    find: async () => undefined,
    onEnded: () => undefined,
    report: () => undefined,
    ...limits,
  });
  let last = 0;
  return {
    hub,
    started,
    /** Accepts this many runs of an organisation. */
    async accept(orgId: string, count: number): Promise<LiveRun[]> {
      const jobs = Array.from({ length: count }, () => jobOf(`run_${last++}`, orgId));
      for (const job of jobs) hub.run(job);
      await settled();
      return jobs.map(({ live }) => live);
    },
    async end(live: LiveRun): Promise<void> {
      ends.get(live)?.();
      await whenEnded(live.shown);
      await settled();
    },
  };
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

it('the runs of one organisation do not delay those of another', async () => {
  const { accept, started } = openBusy({});
  const many = await accept('org_1', 3000);
  expect(started.length).toBeLessThan(1000);
  expect(many.at(-1)?.run.status).toBe('queued');
  const [other] = await accept('org_2', 1);
  expect(started.at(-1)).toBe(other);
  expect(other?.run.status).toBe('running');
});

it('queued runs of several organisations start in turn', async () => {
  const { accept, end, started } = openBusy({ maxActive: 1 });
  const [first] = await accept('org_1', 3);
  await accept('org_2', 2);
  if (first) await end(first);
  for (let n = 1; n < 4; n += 1) if (started[n]) await end(started[n] as LiveRun);
  expect(started.map(({ orgId }) => orgId)).toEqual(['org_1', 'org_2', 'org_1', 'org_2', 'org_1']);
});

it('each of several processes executes its part of what an organisation may have at once', async () => {
  const { accept, hub, started } = openBusy({ processes: () => 2 });
  hub.limit('org_1', 5);
  await accept('org_1', 6);
  expect(started).toHaveLength(3);
  hub.limit('org_2', 1);
  await accept('org_2', 2);
  expect(started).toHaveLength(4);
});

it('a run that waits for a person gives its slot up, and takes one again before it continues', async () => {
  const { accept, end, started } = openBusy({ maxActive: 1 });
  const [first, second] = await accept('org_1', 2);
  if (!first || !second) throw new Error('No runs');
  let reply: string | undefined;
  void first.waiting.replyTo('step_1', 60_000, first.abort.signal).then((text) => {
    reply = text;
  });
  await settled();
  expect(started).toEqual([first, second]);
  first.waiting.reply('step_1', 'yes');
  await settled();
  expect([reply, first.worked()]).toEqual([undefined, 0]);
  await end(second);
  expect(reply).toBe('yes');
});

it('a queued run that is cancelled ends immediately', async () => {
  const { accept, hub, started } = openBusy({ maxActive: 1 });
  const [first, second] = await accept('org_1', 2);
  hub.cancel(second?.run.id ?? '');
  expect(second && (await whenEnded(second.shown))).toMatchObject({ status: 'cancelled' });
  expect(started).toEqual([first]);
});

it('refuses the runs of an organisation that has too many, and accepts those of others', async () => {
  const { accept, hub, end } = openBusy({ maxActive: 1, maxLive: 8 });
  const [first] = await accept('org_1', 2);
  expect(() => hub.requireRoom('org_1')).toThrow(
    expect.objectContaining({
      status: 429,
      message: expect.stringContaining('2 runs in progress'),
      headers: { 'retry-after': '5' },
    }),
  );
  hub.requireRoom('org_2');
  await accept('org_2', 6);
  expect(() => hub.requireRoom('org_3')).toThrow(expect.objectContaining({ status: 503 }));
  if (first) await end(first);
  hub.requireRoom('org_3');
});
