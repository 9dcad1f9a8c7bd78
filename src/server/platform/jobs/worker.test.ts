import { afterEach, expect, it, vi } from 'vitest';
import { Shares } from '#core/shares.ts';
import type { Tx } from '../../db/client.ts';
import type { Takeover } from './presence.ts';
import { createWorker, type Queue, type Room } from './worker.ts';

interface Job {
  id: number;
  group: string;
}

type Worker = ReturnType<typeof createWorker>;
const workers: Worker[] = [];
const reports: unknown[] = [];
afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.close();
  expect(reports.splice(0)).toEqual([]);
});

/** A queue in memory that runs at most two jobs of a group at once. Jobs run until the test ends them. */
function openQueue(given: Partial<Queue<Job>> = {}) {
  const due: Job[] = [];
  const open = new Map<number, PromiseWithResolvers<void>>();
  const log: string[] = [];
  const note = (what: string) => async (job: Job) => void log.push(`${what} ${job.id}`);
  const queue: Queue<Job> = {
    async claim({ limit, groups: underWay }: Room) {
      const groups = new Map(underWay);
      const claimed: Job[] = [];
      for (const job of [...due]) {
        const taken = groups.get(job.group) ?? 0;
        if (taken >= 2 || claimed.length >= limit) continue;
        groups.set(job.group, taken + 1);
        claimed.push(...due.splice(due.indexOf(job), 1));
      }
      return claimed;
    },
    groupOf: ({ group }) => group,
    async work(job, signal) {
      const end = Promise.withResolvers<void>();
      open.set(job.id, end);
      signal.addEventListener('abort', () => end.reject(signal.reason));
      await end.promise.finally(() => open.delete(job.id));
      log.push(`done ${job.id}`);
    },
    fail: note('failed'),
    release: note('released'),
    free: async () => {},
    ...given,
  };
  return {
    queue,
    log,
    add: (group: string, ...ids: number[]) => due.push(...ids.map((id) => ({ id, group }))),
    underWay: () => [...open.keys()],
    end: (id: number) => open.get(id)?.resolve(),
    break: (id: number) => open.get(id)?.reject(new Error('broken')),
  };
}

const takeovers: Takeover[] = [];

function start(queue: Queue<Job>, { concurrency = 3, pollMs = 60_000 } = {}): Worker {
  const worker = createWorker(queue, {
    slots: new Shares({ total: concurrency }),
    pollMs,
    presence: { onDeath: (take) => void takeovers.push(take) },
    report: (error) => void reports.push(error),
  });
  workers.push(worker);
  return worker;
}

it('a kick starts as many jobs as there is room for, and each job that ends makes room for the next', async () => {
  const { queue, add, underWay, end } = openQueue();
  add('a', 1, 2);
  add('b', 3, 4);
  start(queue).kick();
  await vi.waitFor(() => expect(underWay()).toEqual([1, 2, 3]));
  end(2);
  await vi.waitFor(() => expect(underWay()).toEqual([1, 3, 4]));
});

it('a group that uses up its share does not delay another', async () => {
  const { queue, add, underWay } = openQueue();
  add('slow', 1, 2, 3, 4);
  const worker = start(queue);
  worker.kick();
  await vi.waitFor(() => expect(underWay()).toEqual([1, 2]));
  add('quick', 5);
  worker.kick();
  await vi.waitFor(() => expect(underWay()).toEqual([1, 2, 5]));
});

it('without a kick, work is found at the next poll', async () => {
  const { queue, add, underWay } = openQueue();
  start(queue, { pollMs: 5 });
  add('a', 1);
  await vi.waitFor(() => expect(underWay()).toEqual([1]));
});

it('jobs of a process that died are started as soon as they are free', async () => {
  const { queue, add, underWay } = openQueue({ free: async () => void add('a', 1) });
  start(queue);
  const followUp = await takeovers.at(-1)?.({} as Tx, ['worker_dead']);
  expect(underWay()).toEqual([]);
  followUp?.();
  await vi.waitFor(() => expect(underWay()).toEqual([1]));
});

it('a kick while jobs are being claimed is not lost', async () => {
  const claiming = Promise.withResolvers<Job[]>();
  const claims = [claiming.promise];
  const claim = vi.fn(async () => claims.shift() ?? []);
  const worker = start(openQueue({ claim }).queue);
  worker.kick();
  worker.kick();
  claiming.resolve([]);
  await worker.drain();
  expect(claim.mock.calls.length).toBeGreaterThanOrEqual(2);
});

it('a job that throws has failed, and the others continue', async () => {
  const { queue, add, underWay, log, end, ...jobs } = openQueue();
  add('a', 1, 2);
  const worker = start(queue);
  worker.kick();
  await vi.waitFor(() => expect(underWay()).toEqual([1, 2]));
  jobs.break(1);
  await vi.waitFor(() => expect(log).toEqual(['failed 1']));
  end(2);
  await worker.drain();
  expect(log).toEqual(['failed 1', 'done 2']);
});

it('a failure that cannot be recorded is reported, and the worker continues', async () => {
  const lost = new Error('the database is unreachable');
  const { queue, add, underWay, ...jobs } = openQueue({ fail: () => Promise.reject(lost) });
  add('a', 1);
  const worker = start(queue);
  worker.kick();
  await vi.waitFor(() => expect(underWay()).toEqual([1]));
  jobs.break(1);
  await vi.waitFor(() => expect(reports.splice(0)).toEqual([lost]));
  add('a', 2);
  worker.kick();
  await vi.waitFor(() => expect(underWay()).toEqual([2]));
});

it('a claim that throws is reported and retried at the next poll', async () => {
  const lost = new Error('the database is unreachable');
  const { queue, add, underWay } = openQueue();
  add('a', 1);
  const claim = vi.fn(queue.claim).mockRejectedValueOnce(lost);
  start({ ...queue, claim }, { pollMs: 5 }).kick();
  await vi.waitFor(() => expect(underWay()).toEqual([1]));
  expect(reports.splice(0)).toEqual([lost]);
});

it('a job whose lease is lost is aborted, and neither fails nor is released', async () => {
  let cancelled: number | undefined;
  const renew = async ({ id }: Job) => id !== cancelled;
  const { queue, add, underWay, log } = openQueue({ lease: { milliseconds: 50, renew } });
  add('a', 1, 2);
  start(queue).kick();
  await vi.waitFor(() => expect(underWay()).toEqual([1, 2]));
  cancelled = 1;
  await vi.waitFor(() => expect(underWay()).toEqual([2]));
  expect(log).toEqual([]);
});

it('drain waits until everything that is due is done', async () => {
  const { queue, add, log } = openQueue({ work: async ({ id }) => void log.push(`done ${id}`) });
  add('a', 1, 2, 3, 4, 5);
  await start(queue).drain();
  expect(log).toHaveLength(5);
});

it('close aborts and releases jobs in progress, and claims no more', async () => {
  const { queue, add, underWay, log } = openQueue();
  add('a', 1, 2, 3);
  const worker = start(queue);
  worker.kick();
  await vi.waitFor(() => expect(underWay()).toEqual([1, 2]));
  await worker.close();
  expect(log.sort()).toEqual(['released 1', 'released 2']);
  worker.kick();
  await worker.drain();
  expect(underWay()).toEqual([]);
});

it('jobs claimed while it closes are released without being run', async () => {
  const claiming = Promise.withResolvers<Job[]>();
  const { queue, log } = openQueue({ claim: () => claiming.promise });
  const worker = start(queue);
  worker.kick();
  const closed = worker.close();
  claiming.resolve([{ id: 7, group: 'a' }]);
  await closed;
  expect(log).toEqual(['released 7']);
});
