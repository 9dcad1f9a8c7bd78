import { expect, it } from 'vitest';
import { Threads, type ThreadsOptions } from './threads.ts';

const open = (options: Partial<ThreadsOptions> = {}) =>
  new Threads({ jobs: new URL('./testing-jobs.ts', import.meta.url), ...options });

it('performs functions elsewhere, and keeps the thread for the next', async () => {
  const threads = open();
  expect(await threads.run('add', [1, 2, 3], { owner: 'a' })).toBe(6);
  const first = await threads.run('thread', undefined, { owner: 'a' });
  expect(first).not.toBe(0);
  expect(await threads.run('thread', undefined, { owner: 'b' })).toBe(first);
});

it('moves buffers instead of copying them', async () => {
  const bytes = new Uint8Array(1000);
  const options = { owner: 'a', transfer: [bytes.buffer] };
  expect(await open().run('length', bytes, options)).toBe(1000);
  expect(bytes.length).toBe(0);
});

it('an error ends only its own order, and so does the end of a thread', async () => {
  const threads = open();
  const thread = await threads.run('thread', undefined, { owner: 'a' });
  await expect(threads.run('throw', 0, { owner: 'a' })).rejects.toThrow('Not today');
  expect(await threads.run('thread', undefined, { owner: 'a' })).toBe(thread);
  await expect(threads.run('exit', 0, { owner: 'a' })).rejects.toThrow('code 3');
  expect(await threads.run('add', [1], { owner: 'a' })).toBe(1);
});

it('a job that takes too much time or memory ends with its thread', async () => {
  const threads = open({ memoryMb: 20 });
  const slow = threads.run('spin', 0, { owner: 'a', timeoutMs: 50 });
  await expect(slow).rejects.toThrow('longer than 0.05 seconds');
  const greedy = threads.run('eat', 0, { owner: 'a' });
  await expect(greedy).rejects.toThrow('more than 20 MB');
  expect(await threads.run('add', [1], { owner: 'a' })).toBe(1);
});

it('can be stopped, while it waits and while it is performed', async () => {
  const threads = open();
  const stop = new AbortController();
  const options = { owner: 'a', signal: stop.signal };
  const orders = [threads.run('spin', 0, options), threads.run('spin', 0, options)];
  setTimeout(() => stop.abort(new Error('enough')), 20);
  for (const order of orders) await expect(order).rejects.toThrow('enough');
  expect(await threads.run('add', [1], { owner: 'a' })).toBe(1);
});

it('one organisation can neither hold all threads nor fill the queue', async () => {
  const threads = open({ threads: 2, orders: 8 });
  const stop = new AbortController();
  const busy = Array.from({ length: 8 }, () =>
    threads
      .run('spin', 0, { owner: 'a', signal: stop.signal })
      .catch((error: { code?: string } | string) => error),
  );
  expect(await threads.run('add', [1, 2], { owner: 'b' })).toBe(3);
  stop.abort('enough');
  const codes = (await Promise.all(busy)).map((error) =>
    typeof error === 'string' ? error : (error as { code: string }).code,
  );
  expect(codes.filter((code) => code === 'enough')).toHaveLength(2);
  expect(codes.filter((code) => code === 'rate_limited')).toHaveLength(6);
});

it('idle threads end', async () => {
  const threads = open({ idleMs: 1 });
  const thread = await threads.run('thread', undefined, { owner: 'a' });
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(await threads.run('thread', undefined, { owner: 'a' })).not.toBe(thread);
});
